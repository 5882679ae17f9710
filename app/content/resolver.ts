import type { LinkIndex } from '../platform/content/link-index.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import { type Lookup, type Pointer, type Resolved, resolveReferences } from '../platform/content/reference.ts';
import { describePath } from '../platform/content/source.ts';
import { inspectMarkdown } from '../platform/html/inspect-markdown.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { referencesIn } from './absent-links.ts';
import { problemsInMarkdown } from './check-text.ts';
import type { ContentFiles, Entry } from './read-files.ts';
import type { SiteMedia } from './site-media.ts';

/**
 * Replaces names by what they refer to.
 * @param options.problems references without a target are added
 * @param options.warnings links whose page is not shown all the time are added
 * @param options.now ms since 1970
 */
export function createResolver(
  { people, taxonomy, careers }: ContentFiles,
  media: SiteMedia,
  linkIndex: LinkIndex,
  { problems, warnings, now }: { problems: ContentProblem[]; warnings: ContentProblem[]; now: number },
) {
  const everyone = [...people.value.leadership, ...people.value.advisors];
  const { topics, industries } = taxonomy.value;
  const { categories } = careers.value;

  const lookupOn = (here: string | undefined, spriteUrl = ''): Lookup => {
    const byKind: Record<string, (key: string) => unknown> = {
      image: (key) => media.image(key),
      hero: media.hero,
      drawing: media.drawing,
      logo: (key) => media.logo(key, spriteUrl),
      topic: (key) => topics.find(({ slug }) => slug === key),
      industry: (key) => industries.find(({ slug }) => slug === key),
      author: (key) => {
        const person = everyone.find(({ id }) => id === key);
        const avatar = person && media.image(person.portrait.key, 'avatar');
        return person && avatar && { id: person.id, name: person.name, avatar };
      },
      'position-category': (key) => categories.find(({ slug }) => slug === key),
    };
    const allowed: Record<string, () => string> = {
      hero: () => `takes ${listed(media.names.heroes)}`,
      drawing: () => `takes ${listed(media.names.drawings)}`,
      logo: () =>
        `takes the id of a logo in logos.yaml whose drawing is in content/media/logos: ${listed(media.names.logos)}`,
      topic: () => `takes ${listed(topics.map(({ slug }) => slug))}`,
      industry: () => `takes ${listed(industries.map(({ slug }) => slug))}`,
      author: () => `takes the id of a person in people.yaml: ${listed(everyone.map(({ id }) => id))}`,
      'position-category': () => `takes ${listed(categories.map(({ slug }) => slug))}`,
    };
    return ({ kind, key }: Pointer) => {
      if (kind === 'link') {
        const problem = linkIndex.problemWith(key, here);
        return problem ? { problem } : { found: key };
      }
      if (kind === 'markdown') {
        const [problem] = problemsInMarkdown(key, {
          linkIndex,
          problemWithPicture: media.problemWith,
          here,
          shown: {},
          // `resolve` warns instead, since it knows the line.
          warn: () => {},
          now,
        });
        return problem
          ? { problem: problem.message }
          : { found: media.place(renderMarkdown(key, { headingIds: false })) };
      }
      const problem = kind === 'image' ? media.problemWith(key) : undefined;
      if (problem) return { problem };
      const found = byKind[kind]?.(key);
      return found === undefined
        ? { problem: `"${key}" is not there; ${allowed[kind]?.() ?? 'nothing is known of this kind'}` }
        : { found };
    };
  };

  return {
    /** Looks up a reference that is shown on every page. */
    lookup: lookupOn(undefined),
    /**
     * Returns the content of a file with its references resolved; a wrong reference is reported with file and line.
     * @param here path of the file's page; absent if every page shows its content
     */
    resolve<T>(entry: Entry<T>, here?: string): Resolved<T> {
      for (const { path, message } of absencesIn(entry.value, (link) => linkIndex.absenceOf(link, {}, now)))
        warnings.push({ file: entry.source.file, line: entry.source.lineOf(path), field: describePath(path), message });
      const shown = [...new Set(referencesIn(entry.value, 'logo').map(({ key }) => key))];
      const lookup = lookupOn(here, shown.length > 0 ? media.addSprite(shown) : undefined);
      return resolveReferences(entry.value, lookup, (path, message) =>
        problems.push({ file: entry.source.file, line: entry.source.lineOf(path), field: describePath(path), message }),
      );
    },
  };
}

/** Returns links in a file's data and its Markdown fields whose page is not shown all the time. */
const absencesIn = (value: unknown, absenceOf: (link: string) => string | undefined) =>
  [
    ...referencesIn(value, 'link'),
    ...referencesIn(value, 'markdown').flatMap(({ path, key }) =>
      inspectMarkdown(key).links.map(({ name }) => ({ path, key: name })),
    ),
  ].flatMap(({ path, key }) => {
    const message = absenceOf(key);
    return message ? [{ path, message }] : [];
  });

const listed = (names: readonly string[]) => names.toSorted().join(', ');
