import { createContext } from 'react';

/** What the server writes into the document and the browser never needs again: empty there. */
export interface DocumentParts {
  /** Stands where the site's styles go; the finisher puts them there. */
  styles: string;
  /** Marks scripts that the server wrote itself, until their hashes are taken. */
  mark: string | undefined;
  /** Text of the script that runs before the first paint. */
  earlyScript: string;
}

export const DocumentContext = createContext<DocumentParts>({ styles: '', mark: undefined, earlyScript: '' });
