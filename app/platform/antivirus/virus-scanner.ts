export type ScanResult =
  | { readonly verdict: 'clean' }
  /** `signature` is the scanner's name of the virus. */
  | { readonly verdict: 'infected'; readonly signature: string }
  /** The scanner is down or too slow, refuses files of this size, or sends an unknown reply; `reason` is for the log. */
  | { readonly verdict: 'unavailable'; readonly reason: string };

export interface VirusScanner {
  /** Scans a file. Never rejects, and resolves within its own timeout. @param signal aborts the scan: the verdict is `unavailable` */
  scan(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanResult>;
}
