import type { Statements } from './document-statements.ts';
import type { MatchGroup, Spellings } from './document-store.ts';
import { begins, type Vocabulary } from './vocabulary.ts';

/** Weights of a match in the heading, the summary and the text. */
const weights = '10, 4, 1';

/** Maximum number of documents ranked by score (3 µs each); more are only grouped by the column of the match. */
const rankLimit = 3000;

/** Searches the documents of a database; see `DocumentStore`. */
export function searchDocuments(
  words: readonly Spellings[],
  isForgiving: boolean,
  { vocabulary, ...statements }: Statements & { vocabulary: Vocabulary },
): MatchGroup[] {
  if (words.length === 0) return [];
  const exact = words.map(([word]) => begins(word)).join(' AND ');
  const others = words.map((spellings) => vocabulary.alternatives(spellings, isForgiving));
  if (others.every(({ length }) => length === 0)) return groupsMatching(exact, statements);
  const wide = words.map(([word], index) => `(${[begins(word), ...(others[index] ?? [])].join(' OR ')})`);
  return [
    ...groupsMatching(exact, statements),
    ...groupsMatching(`(${wide.join(' AND ')}) NOT (${exact})`, statements),
  ];
}

function groupsMatching(expression: string, statements: Statements): MatchGroup[] {
  const matching = idsMatching(expression, statements);
  if (matching.length > rankLimit) {
    const inHeading = { ids: idsMatching(`{heading} : (${expression})`, statements) };
    // Nobody pages past thousands of matches in headings.
    const inSummary =
      inHeading.ids.length > rankLimit ? [] : [{ ids: idsMatching(`{heading summary} : (${expression})`, statements) }];
    return [inHeading, ...inSummary, { ids: matching }];
  }
  const rows = statements.arrays(`SELECT rowid, bm25(word, ${weights}) FROM word WHERE word MATCH ?`).all(expression);
  const ranked = rows as unknown as [number, number][];
  return [{ ids: Uint32Array.from(ranked, ([id]) => id), scores: Float64Array.from(ranked, ([, score]) => score) }];
}

function idsMatching(expression: string, { arrays }: Statements): Uint32Array<ArrayBuffer> {
  // One JSON array of all ids takes a third of the time of one row each.
  const [row] = arrays('SELECT json_group_array(rowid) FROM word WHERE word MATCH ?').all(
    expression,
  ) as unknown as string[][];
  return new Uint32Array(JSON.parse(row?.[0] ?? '[]') as number[]);
}
