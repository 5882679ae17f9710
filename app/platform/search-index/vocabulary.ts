import { editDistance, minTypoLength, stemOf } from '../../shared/edit-distance.ts';
import type { Statements } from './document-statements.ts';
import type { Spellings } from './document-store.ts';

/** Every word of the documents, indexed by its beginning, end and stem: a search finds similar words without reading 100,000 texts. */
export const vocabularyTables = `
  CREATE TABLE IF NOT EXISTS term (
    text TEXT PRIMARY KEY,
    stem TEXT NOT NULL,
    reversed TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS term_by_stem ON term (stem);
  CREATE INDEX IF NOT EXISTS term_by_reversed ON term (reversed);
`;

/** Maximum length of a term in characters; nobody searches for longer ones. */
const maxTermLength = 40;

/** Maximum number of added words that are remembered. */
const maxAdded = 300_000;

/** Maximum number of words with the same beginning or end that are compared, each in some microseconds. */
const maxCompared = 20_000;

/** Maximum numbers of forms, splits and misspellings of a word that are searched for, and of suggested words. */
const maxForms = 16;
const maxSplits = 4;
const maxSlips = 8;
const maxNearest = 5;

/** Minimum length of a form of another word. */
const minFormLength = 3;

/** Minimum length of the second part of a split word, usually the longer one ("e-mail"). */
const minSplitEnd = 3;

/** Minimum length of a word for suggestions, and for suggestions with two typing errors. */
export const minNearestLength = 3;
const minTwoSlipsLength = 5;

/** Sorts after every text with the prefix before it. */
const last = '\u{10ffff}';

const quoted = (text: string) => `"${text.replaceAll('"', '')}"`;

/** Matches texts with a word that begins with `text`. It is quoted, so that nothing a visitor types is an operator. */
export const begins = (text: string) => `${quoted(text)}*`;

const reverse = (text: string) => [...text].reverse().join('');

type Terms = ReturnType<typeof createTerms>;

function createTerms({ arrays, writing }: Statements) {
  const prepare = (sql: string) => {
    const statement = arrays(sql);
    return (...values: (string | number)[]) => (statement.all(...values) as unknown as string[][]).flat();
  };
  const insert = writing('INSERT OR IGNORE INTO term (text, stem, reversed) VALUES (?, ?, ?)');
  const remove = writing('DELETE FROM term WHERE text = ?');
  const equal = prepare('SELECT text FROM term WHERE text = ?');
  const beginning = prepare('SELECT text FROM term WHERE text >= ? AND text < ? LIMIT 1');
  const between = (column: 'text' | 'reversed') => {
    const query = prepare(`
      SELECT text FROM (SELECT text FROM term WHERE ${column} >= ? AND ${column} < ? LIMIT ${maxCompared})
      WHERE length(text) BETWEEN ? AND ?
    `);
    return (text: string, minLength: number, maxLength: number) => query(text, text + last, minLength, maxLength);
  };
  return {
    insert: (term: string) => insert.run(term, stemOf(term), reverse(term)),
    remove: (term: string) => remove.run(term),
    all: prepare('SELECT text FROM term'),
    isTerm: (text: string) => equal(text).length > 0,
    beginsTerm: (text: string) => beginning(text, text + last).length > 0,
    byStem: prepare(`SELECT text FROM term WHERE stem = ? LIMIT ${maxForms}`),
    /** Words that begin with a text, and whose length is in a range. */
    beginningWith: between('text'),
    /** Words that end with a text, reversed, and whose length is in a range. */
    endingWith: between('reversed'),
  };
}

/** Other forms of a word. A stem of two letters belongs to unrelated words ("ines" and "in"), except in a plural ("pcs"). */
const forms = (terms: Terms, word: string) =>
  terms.byStem(stemOf(word)).filter((form) => form.length >= minFormLength || word === `${form}s`);

/** Splits a word into two known words, as adjacent words of a phrase. */
function splits(terms: Terms, word: string): string[] {
  const found: string[] = [];
  for (let at = 1; at <= word.length - minSplitEnd && found.length < maxSplits; at += 1) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    if (terms.isTerm(start) && terms.isTerm(end)) found.push(`${start} ${end}`);
  }
  return found;
}

/** Words with the same beginning or the same end, of about the same length. */
function similar(terms: Terms, word: string, shared: { start: number; end: number }, difference: number): Set<string> {
  const [start, end] = [word.slice(0, shared.start), reverse(word.slice(-shared.end))];
  const lengths = [word.length - difference, word.length + difference] as const;
  return new Set([...terms.beginningWith(start, ...lengths), ...terms.endingWith(end, ...lengths)]);
}

/** Finds words that differ by one typing error or, if there are none, words whose beginning does. */
function oneSlipAway(terms: Terms, word: string): string[] {
  const half = Math.floor(word.length / 2);
  const made = [...transposed(word), ...shortened(word)];
  // Every typing error but a transposition leaves one half unchanged.
  const whole = new Set(made.filter(terms.isTerm));
  for (const term of similar(terms, word, { start: half, end: word.length - half }, 1))
    if (editDistance(word, term, 1) === 1) whole.add(term);
  if (whole.size > 0) return [...whole].slice(0, maxSlips);
  const partial = new Set(made.filter(terms.beginsTerm));
  const start = word.slice(0, half);
  for (const term of terms.beginningWith(start, word.length + 1, maxTermLength)) {
    if (partial.size >= maxSlips) break;
    const lengths = [word.length - 1, word.length, word.length + 1];
    const found = lengths.map((length) => term.slice(0, length)).find((text) => editDistance(word, text, 1) === 1);
    if (found !== undefined) partial.add(found);
  }
  return [...partial].slice(0, maxSlips);
}

export type Vocabulary = ReturnType<typeof createVocabulary>;

/** Reads and writes the words of a database of documents. Every query is bounded, however many there are. */
export function createVocabulary(statements: Statements) {
  const terms = createTerms(statements);
  const added = new Set<string>();

  return {
    /** @param text folded */
    add(text: string): void {
      for (const term of text.split(' ')) {
        if (added.has(term)) continue;
        if (added.size >= maxAdded) added.clear();
        added.add(term);
        if (/\p{L}/u.test(term) && term.length <= maxTermLength) terms.insert(term);
      }
    },

    /** Call it after a rollback: forgets which words have been added. */
    forgetAdded: () => added.clear(),

    /** Removes all words but those that are still found. */
    keep(isFound: (term: string) => boolean): void {
      for (const term of terms.all()) if (!isFound(term)) terms.remove(term);
      added.clear();
    },

    /** Returns FTS5 expressions for alternatives to the words that begin with the given one. */
    alternatives([word, ...joined]: Spellings, isForgiving: boolean): string[] {
      const expressions = new Set<string>();
      const addForms = (text: string) => {
        for (const form of forms(terms, text)) if (!form.startsWith(word)) expressions.add(quoted(form));
      };
      for (const spelling of [word, ...joined]) {
        if (spelling !== word && !spelling.startsWith(word) && terms.beginsTerm(spelling))
          expressions.add(begins(spelling));
        addForms(spelling);
      }
      // Only if no text has it as one word: a phrase of two very common words takes long to find.
      if (!terms.beginsTerm(word))
        for (const split of new Set([...splits(terms, word), ...splits(terms, stemOf(word))]))
          expressions.add(begins(split));
      if (isForgiving && word.length >= minTypoLength) {
        for (const term of oneSlipAway(terms, word)) {
          if (!term.startsWith(word)) expressions.add(begins(term));
          addForms(term);
        }
      }
      return [...expressions];
    },

    /** See `DocumentStore`. */
    nearest(word: string): string[] {
      if (word.length < minNearestLength) return [];
      const max = word.length < minTwoSlipsLength ? 1 : 2;
      const near = new Set(similar(terms, word, { start: 2, end: 2 }, max));
      for (const made of [...transposed(word), ...shortened(word)]) if (terms.isTerm(made)) near.add(made);
      return Array.from(near, (term) => ({ term, distance: editDistance(word, term, max) }))
        .filter(({ term, distance }) => distance > 0 && distance <= max && term.length >= minNearestLength)
        .sort((a, b) => a.distance - b.distance || Number(b.term[0] === word[0]) - Number(a.term[0] === word[0]))
        .slice(0, maxNearest)
        .map(({ term }) => term);
    },
  };
}

/** All variants of a word with two adjacent characters swapped. */
const transposed = (word: string) =>
  Array.from(word.slice(1), (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`).filter(
    (made) => made !== word,
  );

/** All variants of a word with one character removed. */
const shortened = (word: string) => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
