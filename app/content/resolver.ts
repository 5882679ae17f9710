import type { LinkIndex } from '../platform/content/link-index.ts';
import { type ContentProblem, type Wording, wordingOf } from '../platform/content/problem.ts';
import { type Lookup, type Pointer, type Resolved, resolveReferences } from '../platform/content/reference.ts';
import { describePath } from '../platform/content/source.ts';
import { inspectMarkdown } from '../platform/html/inspect-markdown.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { quote } from '../shared/quote.ts';
import { referencesIn } from './absent-links.ts';
import { problemsInMarkdown } from './check-text.ts';
import type { ContentFiles, Entry } from './read-files.ts';
import type { SiteMedia } from './site-media.ts';

/** What references of one kind refer to. */
interface Kind {
  /** @param spriteUrl of the page's logos */
  find(key: string, spriteUrl: string): unknown;
  /** Returns why a name cannot be used although it is there. */
  problemWith?(key: string): Wording | undefined;
  /** Describes the names that follow it in a problem. */
  takes?: string;
  names?(): readonly string[];
}

/**
 * Replaces names by their targets.
 * @param options.problems references without a target are added
 * @param options.warnings links whose page is not shown all the time are added @param options.now ms since 1970
 */
export function createResolver(
  files: ContentFiles,
  media: SiteMedia,
  linkIndex: LinkIndex,
  { problems, warnings, now }: { problems: ContentProblem[]; warnings: ContentProblem[]; now: number },
) {
  const kinds = kindsOf(files, media);
  const lookupOn = (here: string | undefined, spriteUrl = ''): Lookup => {
    let texts = 0;
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
        texts += 1;
        return problem
          ? { problem: problem.message }
          : { found: media.place(renderMarkdown(key, { nameOnPage: `text-${texts}` })) };
      }
      const { find, problemWith, takes = '', names } = kinds[kind] ?? {};
      const problem = problemWith?.(key);
      if (problem) return { problem };
      const found = find?.(key, spriteUrl);
      if (found !== undefined) return { found };
      const allowed = names ? `takes ${takes}${names().toSorted().join(', ')}` : 'the site has none';
      // The field offers the names in the editor.
      return { problem: wordingOf(`${quote(key)} does not exist`, { inFile: `; ${allowed}`, inEditor: '' }) };
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
      for (const { path, message } of warningsIn(entry.value, (link) => linkIndex.warningAbout(link, {}, now)))
        warnings.push({ file: entry.source.file, line: entry.source.lineOf(path), field: describePath(path), message });
      const shown = [...new Set(referencesIn(entry.value, 'logo').map(({ key }) => key))];
      const lookup = lookupOn(here, shown.length > 0 ? media.addSprite(shown) : undefined);
      return resolveReferences(entry.value, lookup, (path, message) =>
        problems.push({ file: entry.source.file, line: entry.source.lineOf(path), field: describePath(path), message }),
      );
    },
  };
}

function kindsOf({ people, logos, taxonomy, careers }: ContentFiles, media: SiteMedia): Readonly<Record<string, Kind>> {
  const everyone = [...people.value.leadership, ...people.value.advisors];
  const { topics, industries } = taxonomy.value;
  const { categories } = careers.value;
  const bySlug = <Item extends { slug: string }>(items: readonly Item[]): Kind => ({
    find: (key) => items.find(({ slug }) => slug === key),
    names: () => items.map(({ slug }) => slug),
  });
  return {
    image: { find: (key) => media.image(key), problemWith: media.problemWith },
    hero: {
      find: media.hero,
      takes: 'a name with two files in content/media/heroes, <name>-wide.webp and <name>-tall.webp: ',
      names: () => media.names.heroes,
    },
    drawing: { find: media.drawing, names: () => media.names.drawings },
    logo: {
      find: (key, spriteUrl) => media.logo(key, spriteUrl),
      problemWith: (key) =>
        logos.value.logos.some(({ id }) => id === key) && !media.names.logos.includes(key)
          ? wordingOf(`"${key}" has no drawing (an SVG, not another kind of picture); `, {
              inFile: `put it in content/media/logos/${key}.svg`,
              inEditor: `upload it as ${key}.svg under Assets, Global Assets, logos`,
            })
          : undefined,
      takes: 'the id of a logo in logos.yaml whose drawing is in content/media/logos: ',
      names: () => media.names.logos,
    },
    topic: bySlug(topics),
    industry: bySlug(industries),
    author: {
      find: (key) => {
        const person = everyone.find(({ id }) => id === key);
        // A missing portrait is a problem of people.yaml alone.
        return person && { id: person.id, name: person.name, avatar: media.image(person.portrait.key, 'avatar') };
      },
      takes: 'the id of a person in people.yaml: ',
      names: () => everyone.map(({ id }) => id),
    },
    'position-category': bySlug(categories),
  };
}

/** Returns the warnings about links in a file's data, and about its Markdown fields. */
function warningsIn(value: unknown, warningAbout: (link: string) => string | undefined) {
  const texts = referencesIn(value, 'markdown').map(({ path, key }) => ({ path, ...inspectMarkdown(key) }));
  const links = texts.flatMap(({ path, links }) => links.map(({ name }) => ({ path, key: name })));
  return [
    ...texts.flatMap(({ path, warnings }) => warnings.map(({ message }) => ({ path, message }))),
    ...[...referencesIn(value, 'link'), ...links].flatMap(({ path, key }) => {
      const message = warningAbout(key);
      return message ? [{ path, message }] : [];
    }),
  ];
}
