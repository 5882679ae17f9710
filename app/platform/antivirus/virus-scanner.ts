/** What a scanner says of a file. */
export type ScanResult =
  | { readonly verdict: 'clean' }
  /** `signature` is the scanner's name for what it found. */
  | { readonly verdict: 'infected'; readonly signature: string }
  /** It is down, too slow, takes no file of this size, or says what is not understood; `reason` is for the log. */
  | { readonly verdict: 'unavailable'; readonly reason: string };

/** Looks for viruses in files. */
export interface VirusScanner {
  /**
   * Never rejects, and resolves within its own time limit.
   * @param signal ends it sooner: it is unavailable then
   */
  scan(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanResult>;
}
