import { decodeEscapes } from '../../../../shared/decode-escapes.ts';

/** Whether a path of a document's template is on the web or on a share, and not on the disk of who wrote it. */
export function isRemotePath(written: string): boolean {
  const path = decodeEscapes(written).replaceAll('\\', '/').trim();
  const file = /^file:(.*)$/isu.exec(path)?.[1];
  if (file === undefined) return path.startsWith('//') || isWebUrl(path);
  // file:///C:/…, file:///Users/…, file://localhost/…, file://C:/…; but file://server/… and file:////server/…
  const [, host = '', rest = ''] = /^\/\/([^/]*)(.*)$/su.exec(file) ?? [];
  return rest.startsWith('//') || !/^(?:localhost|[a-z]:)?$/iu.test(host);
}

/** Of any scheme. A drive's letter is none, and the folders of an old Mac, which colons separate, have no slash. */
const isWebUrl = (path: string) => /^[a-z][a-z\d+.-]+:/iu.test(path) && path.includes('/');
