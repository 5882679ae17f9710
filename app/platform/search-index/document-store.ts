import type { ContentProblem } from '../content/problem.ts';
import type { Tokens } from '../content/tokens.ts';

/** What is made of one Markdown file, once for each text it ever has. */
export interface PreparedDocument {
  /** Checked data, as JSON: whoever prepares it reads it again. */
  data: string;
  /** The Markdown below the front matter. */
  body: string;
  /** The words that search finds, in order of their weight. */
  heading: string;
  summary: string;
  text: string;
}

/** Makes a document of a file's text, or says what is wrong with it. Depends on nothing but its arguments. */
export type Prepare = (
  file: string,
  text: string,
  tokens: Tokens,
) => { document: PreparedDocument } | { problems: readonly ContentProblem[] };

/** A prepared document without its body. */
export interface StoredDocument {
  /** Stays the same as long as the file's text does. */
  id: number;
  /** Hash of the file's text, in hexadecimal digits. */
  key: string;
  data: string;
}

/** What became of each file that was asked for. */
export interface DocumentReading {
  /** The document of each file, in the order of the files; 0 where it has a problem. */
  ids: Uint32Array;
  problems: readonly ContentProblem[];
}

/** Documents that a search found, as one rank among others. */
export interface MatchGroup {
  ids: Uint32Array;
  /** The lower the better, for each document; absent where all are alike. */
  scores?: Float64Array;
}

/**
 * A word to find, folded (`foldText`), and what it makes with a neighbour when they are written as one: "e" and "email" of
 * "e-mail".
 */
export type Spellings = readonly [word: string, ...joined: string[]];

/**
 * Keeps what is made of Markdown files, and finds them by their words. A document is never changed: another text of the
 * same file is another document, so that readers of an earlier content go on undisturbed.
 */
export interface DocumentStore {
  /** Files have changed and are about to be read: what reading needs may start meanwhile. */
  expectReading(): void;
  /**
   * Prepares what is not known yet.
   * @param directory absolute
   * @param files paths below it
   * @param tokens facts that the texts may name; after a change of them, texts that do are prepared again
   */
  read(directory: string, files: readonly string[], tokens?: Tokens): Promise<DocumentReading>;
  /** Documents by their ids, in that order. */
  documents(ids: readonly number[]): Promise<StoredDocument[]>;
  /** The Markdown of a document. */
  body(id: number): Promise<string | undefined>;
  /**
   * Documents of which each word begins a word, best first; then those that have another form of it ("bank" for "banking"), or
   * have it in two ("e-mail" for "email"). Several groups: those of an earlier one come first, and a document that stands in
   * several counts where it stands first.
   * @param words none finds nothing
   * @param isForgiving whether also those are found that a word of five letters and more is one slip away from
   */
  search(words: readonly Spellings[], isForgiving?: boolean): Promise<MatchGroup[]>;
  /** Words of the documents that a folded one is one or two slips away from, the nearest first. A few at most. */
  nearest(word: string): Promise<string[]>;
  close(): Promise<void>;
}
