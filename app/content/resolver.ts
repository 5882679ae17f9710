import type { LinkIndex } from '../platform/content/link-index.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
import { type Lookup, type Pointer, type Resolved, resolveReferences } from '../platform/content/reference.ts';
import { describePath } from '../platform/content/source.ts';
import { renderMarkdown } from '../platform/html/markdown.ts';
import { problemsInMarkdown } from './check-text.ts';
import type { ContentFiles, Entry } from './read-files.ts';
import type { SiteMedia } from './site-media.ts';

/** Puts in the place of names what they stand for. */
export interface Resolver {
  /** What is said of a name or a link that stands on every page. */
  readonly lookup: Lookup;
  /**
   * What a file says, with what it points at; a wrong pointer is told with file and line.
   * @param here address of the page that the file is; absent where it stands on every page
   */
  resolve<T>(entry: Entry<T>, here?: string): Resolved<T>;
}

/** @param problems pointers that lead nowhere are added */
export function createResolver(
  { people, taxonomy, careers }: ContentFiles,
  media: SiteMedia,
  book: LinkIndex,
  problems: ContentProblem[],
): Resolver {
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
      image: () => 'takes a picture below content/media',
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
        const problem = book.problemWith(key, here);
        return problem ? { problem } : { found: key };
      }
      if (kind === 'markdown') {
        const [problem] = problemsInMarkdown(key, { book, hasPicture: (path) => !!media.image(path), here });
        return problem
          ? { problem: problem.message }
          : { found: media.place(renderMarkdown(key, { headingIds: false })) };
      }
      const found = byKind[kind]?.(key);
      return found === undefined
        ? { problem: `"${key}" is not there; ${allowed[kind]?.() ?? 'nothing is known of this kind'}` }
        : { found };
    };
  };

  return {
    lookup: lookupOn(undefined),
    resolve(entry, here) {
      const shown = keysOf(entry.value, 'logo');
      const lookup = lookupOn(here, shown.length > 0 ? media.addSprite(shown) : undefined);
      return resolveReferences(entry.value, lookup, (path, message) =>
        problems.push({ file: entry.source.file, line: entry.source.lineOf(path), field: describePath(path), message }),
      );
    },
  };
}

/** The keys of a kind that stand in a file, each once. */
function keysOf(value: unknown, kind: string): string[] {
  const keys = new Set<string>();
  const collect: Lookup = (pointer) => {
    if (pointer.kind === kind) keys.add(pointer.key);
    return { found: undefined };
  };
  resolveReferences(value, collect, () => {});
  return [...keys];
}

const listed = (names: readonly string[]) => names.toSorted().join(', ');
