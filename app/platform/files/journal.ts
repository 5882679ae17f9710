import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing, syncDirectory, writeWhole } from './file-store.ts';

/** Short texts, each written once to a separate file, so that adding one cannot damage the others. */
export interface Journal {
  /** Adds an entry. Resolves when it is durable. @param name letters, digits and hyphens; not used before */
  add(name: string, text: string): Promise<void>;
  /** Returns the names of all entries, in no particular order. */
  names(): Promise<string[]>;
  read(name: string): Promise<string>;
  /** Removes an entry; a missing one is not an error. */
  remove(name: string): Promise<void>;
}

const extension = '.json';

/** @param directory absolute path; created with the first entry */
export function createJournal(directory: string): Journal {
  const fileOf = (name: string) => `${name}${extension}`;
  return {
    add: (name, text) => writeWhole(directory, fileOf(name), [Buffer.from(text)]),
    async names() {
      const files = (await readdir(directory).catch(ignoreMissing)) ?? [];
      return files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
    },
    read: (name) => readFile(join(directory, fileOf(name)), 'utf8'),
    async remove(name) {
      await unlink(join(directory, fileOf(name))).catch(ignoreMissing);
      await syncDirectory(directory).catch(ignoreMissing);
    },
  };
}
