import { decodeEscapes } from '../../../../shared/decode-escapes.ts';

/** Whether the path of a document's template points to the web or a share, not to the author's own disk. */
export function isRemotePath(written: string): boolean {
  const path = decodeEscapes(written).replaceAll('\\', '/').trim();
  const file = /^file:(.*)$/isu.exec(path)?.[1];
  if (file === undefined) return path.startsWith('//') || isWebUrl(path);
  // file:///C:/…, file:///Users/…, file://localhost/…, file://C:/…; but file://server/… and file:////server/…
  const [, host = '', rest = ''] = /^\/\/([^/]*)(.*)$/su.exec(file) ?? [];
  return rest.startsWith('//') || !/^(?:localhost|[a-z]:)?$/iu.test(host);
}

/** Matches any scheme, but neither drive letters nor the colon-separated paths of classic Mac OS, which have no slash. */
const isWebUrl = (path: string) => /^[a-z][a-z\d+.-]+:/iu.test(path) && path.includes('/');
