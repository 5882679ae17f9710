import {
  HostResponseError,
  readArticle,
  readCards,
  readFilteredCards,
  readTerms,
} from '../../features/articles/host-article.server.ts';
import { readPositionCategories, readPositions } from '../../features/careers/host-position.server.ts';

// The thread that reads the responses of a content host, started by `host-reader.ts`.

/** The functions that the thread offers, by name. */
const readers = { readTerms, readPositionCategories, readPositions, readCards, readFilteredCards, readArticle };
export type HostReaders = typeof readers;

export interface ReadingInput {
  readonly reader: keyof HostReaders;
  readonly parameters: readonly unknown[];
}

/** The result of a reader, or why the response cannot be read. */
export type Reading = { readonly value: unknown } | { readonly refusal: string };

/** Entry point of the thread (`createSerialThread`). */
export function run({ reader, parameters }: ReadingInput): Reading {
  try {
    return { value: (readers[reader] as (...parameters: readonly unknown[]) => unknown)(...parameters) };
  } catch (error) {
    // A text nested a hundred thousand times overflows the stack of the HTML parser.
    if (error instanceof HostResponseError || error instanceof RangeError) return { refusal: error.message };
    throw error;
  }
}
