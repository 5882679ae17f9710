/**
 * The only modules that may be sent to the browser: views, what they share, and the packages they are made with, except what is
 * named `*.server.ts`. The build stops at any other, so that nothing of the server (its content, its configuration, its I/O) leaves it by a
 * careless import.
 */
const allowed: readonly RegExp[] = [
  /^app\/(?:entry\.client|islands|paths)\.ts$/u,
  /^app\/(?:ui|shared|styles|assets)\//u,
  /^app\/features\/(?:analytics|careers|contact|articles|legal|pages|site)\//u,
  /^node_modules\/(?:react|react-dom|scheduler|embla-carousel|web-vitals)\//u,
  // What solves a proof of work; the rest of the package is the server's.
  /^node_modules\/altcha-lib\/dist\/esm\/v2\/(?:algorithms\/web|workers|helpers|pow|types)\b/u,
];

/** @param id path of a module below the project, with forward slashes; a query may follow */
export function isForBrowser(id: string): boolean {
  const path = id.replace(/\?.*$/u, '');
  return allowed.some((pattern) => pattern.test(path)) && !/\.server\.tsx?$/u.test(path);
}
