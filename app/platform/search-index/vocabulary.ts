import type { DatabaseSync } from 'node:sqlite';
import { minSlipLength, slipsBetween, stemOf } from '../../shared/word-likeness.ts';
import type { Spellings } from './document-store.ts';

/**
 * Every word of the documents, to be found by its beginning, by its end and by its stem: what a search may mean is looked up
 * here, and not among 100,000 texts. A word is added with its document, and removed some time after the last that had it.
 */
export const vocabularyTables = `
  CREATE TABLE IF NOT EXISTS term (
    text TEXT PRIMARY KEY,
    stem TEXT NOT NULL,
    reversed TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS term_by_stem ON term (stem);
  CREATE INDEX IF NOT EXISTS term_by_reversed ON term (reversed);
`;

/** Longer ones are no words that anybody looks for. Characters. */
const maxTermLength = 40;

/** Words that are remembered to have been added. */
const maxAdded = 300_000;

/** Words with one beginning or end that are compared at most, each in some microseconds. */
const maxCompared = 20_000;

/** Forms of one word that are searched for, splits of one, slips of one, and words that are offered in its place. */
const maxForms = 16;
const maxSplits = 4;
const maxSlips = 8;
const maxNearest = 5;

/** Characters that each part of a split word has, of which the second is the longer one in most ("e-mail"). */
const minSplitEnd = 3;

/** Characters of a word from which on another one is offered in its place, and from which on one two slips away. */
const minNearestLength = 3;
const minTwoSlipsLength = 5;

/** After everything that begins with the text before it. */
const last = '\u{10ffff}';

const quoted = (text: string) => `"${text.replaceAll('"', '')}"`;

/** Matches what has a word that begins so. Letters and digits only, in quotes: nothing that a visitor types is an operator. */
export const begins = (text: string) => `${quoted(text)}*`;

const reverse = (text: string) => [...text].reverse().join('');

/** The words of a database of documents. Every call is bounded, however many there are. */
export interface Vocabulary {
  /** @param text folded */
  add(text: string): void;
  /** To be called when what was added last has been rolled back. */
  forgetAdded(): void;
  /** Removes all words but those that are still found. */
  keep(isFound: (term: string) => boolean): void;
  /** Expressions of FTS5 for what may be meant by a word beside what begins with it. */
  alternatives(spellings: Spellings, isForgiving: boolean): string[];
  /** See `DocumentStore`. */
  nearest(word: string): string[];
}

export function createVocabulary(database: DatabaseSync): Vocabulary {
  const added = new Set<string>();
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return (...values: (string | number)[]) => (statement.all(...values) as unknown as string[][]).flat();
  };
  /** SQLite returns the rowid of the last insert, and those of the index exceed a safe number. */
  const prepareWriting = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  };
  const insert = prepareWriting('INSERT OR IGNORE INTO term (text, stem, reversed) VALUES (?, ?, ?)');
  const all = prepare('SELECT text FROM term');
  const remove = prepareWriting('DELETE FROM term WHERE text = ?');
  const equal = prepare('SELECT text FROM term WHERE text = ?');
  const beginning = prepare('SELECT text FROM term WHERE text >= ? AND text < ? LIMIT 1');
  const byStem = prepare(`SELECT text FROM term WHERE stem = ? LIMIT ${maxForms}`);
  const of = (column: 'text' | 'reversed') =>
    prepare(`
      SELECT text FROM (SELECT text FROM term WHERE ${column} >= ? AND ${column} < ? LIMIT ${maxCompared})
      WHERE length(text) BETWEEN ? AND ?
    `);
  const beginningWith = of('text');
  const endingWith = of('reversed');

  const isTerm = (text: string) => equal(text).length > 0;
  const beginsTerm = (text: string) => beginning(text, text + last).length > 0;

  const forms = (word: string) => byStem(stemOf(word));

  /** A word in two that stand beside each other. */
  const splits = (word: string): string[] => {
    const found: string[] = [];
    for (let at = 1; at <= word.length - minSplitEnd && found.length < maxSplits; at += 1) {
      const [start, end] = [word.slice(0, at), word.slice(at)];
      if (isTerm(start) && isTerm(end)) found.push(`${start} ${end}`);
    }
    return found;
  };

  /** Words with the same beginning or the same end, of about the same length. */
  const similar = (word: string, shared: { start: number; end: number }, difference: number): Set<string> => {
    const [start, end] = [word.slice(0, shared.start), reverse(word.slice(-shared.end))];
    const lengths = [word.length - difference, word.length + difference] as const;
    return new Set([...beginningWith(start, start + last, ...lengths), ...endingWith(end, end + last, ...lengths)]);
  };

  /** Words that one slip makes this one of; where there is none, those that begin so but for one. */
  const oneSlipAway = (word: string): string[] => {
    const half = Math.floor(word.length / 2);
    const made = [...transposed(word), ...shortened(word)];
    // Another slip than a transposition leaves one half as it is.
    const whole = new Set(made.filter(isTerm));
    for (const term of similar(word, { start: half, end: word.length - half }, 1))
      if (slipsBetween(word, term, 1) === 1) whole.add(term);
    if (whole.size > 0) return [...whole].slice(0, maxSlips);
    const partial = new Set(made.filter(beginsTerm));
    const start = word.slice(0, half);
    for (const term of beginningWith(start, start + last, word.length + 1, maxTermLength)) {
      if (partial.size >= maxSlips) break;
      const lengths = [word.length - 1, word.length, word.length + 1];
      const found = lengths.map((length) => term.slice(0, length)).find((text) => slipsBetween(word, text, 1) === 1);
      if (found !== undefined) partial.add(found);
    }
    return [...partial].slice(0, maxSlips);
  };

  return {
    add(text) {
      for (const term of text.split(' ')) {
        if (added.has(term)) continue;
        if (added.size >= maxAdded) added.clear();
        added.add(term);
        if (/\p{L}/u.test(term) && term.length <= maxTermLength) insert.run(term, stemOf(term), reverse(term));
      }
    },

    forgetAdded: () => added.clear(),

    keep(isFound) {
      for (const term of all()) if (!isFound(term)) remove.run(term);
      added.clear();
    },

    alternatives([word, ...joined], isForgiving) {
      const expressions = new Set<string>();
      const addForms = (text: string) => {
        for (const form of forms(text)) if (!form.startsWith(word)) expressions.add(quoted(form));
      };
      for (const spelling of [word, ...joined]) {
        if (spelling !== word && !spelling.startsWith(word) && beginsTerm(spelling)) expressions.add(begins(spelling));
        addForms(spelling);
      }
      // Only where nobody writes it as one: words that stand beside each other take long to find where both are everywhere.
      if (!beginsTerm(word))
        for (const split of new Set([...splits(word), ...splits(stemOf(word))])) expressions.add(begins(split));
      if (isForgiving && word.length >= minSlipLength) {
        for (const term of oneSlipAway(word)) {
          if (!term.startsWith(word)) expressions.add(begins(term));
          addForms(term);
        }
      }
      return [...expressions];
    },

    nearest(word) {
      if (word.length < minNearestLength) return [];
      const max = word.length < minTwoSlipsLength ? 1 : 2;
      const terms = new Set(similar(word, { start: 2, end: 2 }, max));
      for (const made of [...transposed(word), ...shortened(word)]) if (isTerm(made)) terms.add(made);
      return Array.from(terms, (term) => ({ term, slips: slipsBetween(word, term, max) }))
        .filter(({ term, slips }) => slips > 0 && slips <= max && term.length >= minNearestLength)
        .sort((a, b) => a.slips - b.slips || Number(b.term[0] === word[0]) - Number(a.term[0] === word[0]))
        .slice(0, maxNearest)
        .map(({ term }) => term);
    },
  };
}

/** A word with two neighbours in the other order. */
const transposed = (word: string) =>
  Array.from(word.slice(1), (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`).filter(
    (made) => made !== word,
  );

/** A word with a character less. */
const shortened = (word: string) => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
