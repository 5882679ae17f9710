import type { ContentProblem } from '../content/problem.ts';
import type { Tokens } from '../content/tokens.ts';

/** The result of preparing one Markdown file, once for each version of its text. */
export interface PreparedDocument {
  /** Validated data as JSON, which only the preparing program interprets. */
  data: string;
  /** The Markdown below the front matter. */
  body: string;
  /** The searchable texts, in order of their weight. */
  heading: string;
  summary: string;
  text: string;
}

/** Prepares a document from a file's text, or reports its problems. Depends only on its arguments. */
export type Prepare = (
  file: string,
  text: string,
  tokens: Tokens,
) => { document: PreparedDocument } | { problems: readonly ContentProblem[] };

/** A prepared document without its body. */
export interface StoredDocument {
  /** Unchanged as long as the file's text is. */
  id: number;
  /** Hash of the file's text, in hexadecimal digits. */
  key: string;
  data: string;
}

/** The result of reading a list of files. */
export interface DocumentReading {
  /** The document of each file, in the order of the files; 0 for a file with a problem. */
  ids: Uint32Array;
  problems: readonly ContentProblem[];
}

/** Documents found by a search that rank equally or by their scores. */
export interface MatchGroup {
  ids: Uint32Array<ArrayBuffer>;
  /** Score of each document, lower is better; absent if all rank equally. */
  scores?: Float64Array<ArrayBuffer>;
}

/** A folded word to find, and the words that it forms together with a neighbour: "e" and "email" for "e-mail". */
export type Spellings = readonly [word: string, ...joined: string[]];

/** Stores and searches the documents prepared from Markdown files. A document is immutable: a changed text is a new one. */
export interface DocumentStore {
  /** Announces that files have changed and are about to be read, so that threads can start meanwhile. */
  expectReading(): void;
  /**
   * Reads files and prepares those that are new or changed.
   * @param files paths below the directory, an absolute path
   * @param tokens facts that the texts may refer to; after a change, texts with references are prepared again
   */
  read(directory: string, files: readonly string[], tokens?: Tokens): Promise<DocumentReading>;
  /** Documents by their ids, in that order. */
  documents(ids: readonly number[]): Promise<StoredDocument[]>;
  /** The Markdown of a document. */
  body(id: number): Promise<string | undefined>;
  /**
   * Finds documents in which each word is the beginning of a word, best first; then documents with another form of it ("bank"
   * for "banking") or with its parts ("e-mail" for "email"). Earlier groups rank first, and a document in several groups counts
   * only in its first one.
   * @param words if empty, nothing is found
   * @param isForgiving whether words of five letters and more may differ by one typing error
   */
  search(words: readonly Spellings[], isForgiving?: boolean): Promise<MatchGroup[]>;
  /** Returns a few words of the documents that differ from a folded word by one or two typing errors, nearest first. */
  nearest(word: string): Promise<string[]>;
  close(): Promise<void>;
}
