import type { CategorySlug, Term } from '../../../app/features/articles/article.schema.ts';
import type { ArticleFolder } from '../../content/article-folder.ts';
import type { ExportTerm } from './export-reader.ts';
import { slugOf } from './post-fields.ts';
import { plainText } from './post-markdown.ts';

/** Category and terms of an article on this site. */
export interface Filing {
  /** Undefined where the post has neither category. */
  category: CategorySlug | undefined;
  topics: readonly string[];
  industries: readonly string[];
  /** Names of omitted terms. */
  unknown: readonly string[];
}

/** A term of the export that taxonomy.yaml does not contain, with the number of its posts. */
export interface UnknownTerm {
  taxonomy: string;
  slug: string;
  name: string;
  posts: number;
}

export type TermIndex = ReturnType<typeof createTermIndex>;

/** Taxonomies of WordPress and its plug-ins that do not describe a post's subject. */
const technical = new Set([
  'post_format',
  'nav_menu',
  'link_category',
  'language',
  'post_translations',
  'author',
  'wp_theme',
]);

/** WordPress's default term of posts without terms. */
const noTerm = 'uncategorized';

const maxName = 40;

/**
 * Maps WordPress terms of any taxonomy to those of taxonomy.yaml, by slug or by name.
 * @param add whether to add unknown terms: to the industries if their taxonomy is named so, else to the topics
 */
export function createTermIndex(
  { categories, topics, industries }: Pick<ArticleFolder, 'categories' | 'topics' | 'industries'>,
  { add }: { add: boolean },
) {
  const added: { topics: Term[]; industries: Term[] } = { topics: [], industries: [] };
  const unknown = new Map<string, UnknownTerm>();
  const find = <Item extends Term>(list: readonly Item[], keys: readonly string[]) =>
    list.find(({ slug, name }) => keys.includes(slug) || keys.includes(slugOf(name)));

  return {
    added,
    unknown: () => [...unknown.values()],
    file(terms: readonly ExportTerm[]): Filing {
      const filing = {
        category: undefined as CategorySlug | undefined,
        topics: new Set<string>(),
        industries: new Set<string>(),
        unknown: new Set<string>(),
      };
      const seen = new Set<string>();
      for (const { taxonomy, ...term } of terms) {
        const name = plainText(term.name) || term.slug;
        const keys = [slugOf(term.slug), slugOf(name)].filter(Boolean);
        const mark = `${taxonomy} ${name}`;
        if (technical.has(taxonomy) || keys.includes(noTerm) || !name || seen.has(mark)) continue;
        seen.add(mark);
        const category = find(categories, keys);
        const topic = find([...topics, ...added.topics], keys);
        const industry = find([...industries, ...added.industries], keys);
        if (category) filing.category ??= category.slug;
        if (topic) filing.topics.add(topic.slug);
        if (industry) filing.industries.add(industry.slug);
        if (category || topic || industry) continue;
        const [slug] = keys;
        if (add && slug && name.length <= maxName) {
          const list = /^industr/iu.test(taxonomy) ? 'industries' : 'topics';
          added[list].push({ slug, name });
          filing[list].add(slug);
          continue;
        }
        filing.unknown.add(name);
        const known = unknown.get(mark) ?? { taxonomy, slug: term.slug, name, posts: 0 };
        unknown.set(mark, { ...known, posts: known.posts + 1 });
      }
      return {
        category: filing.category,
        topics: [...filing.topics],
        industries: [...filing.industries],
        unknown: [...filing.unknown],
      };
    },
  };
}
