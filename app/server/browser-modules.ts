/**
 * The only modules that may be sent to the browser: views, shared modules and their packages, except files named `*.server.ts`. The
 * build fails for any other module, so that no careless import can expose parts of the server (content, configuration, I/O).
 */
const allowed: readonly RegExp[] = [
  /^app\/(?:entry\.client|islands|paths)\.ts$/u,
  /^app\/(?:ui|shared|styles|assets)\//u,
  /^app\/features\/(?:analytics|careers|contact|articles|legal|pages|site)\//u,
  /^node_modules\/(?:@oddbird\/popover-polyfill|embla-carousel|web-vitals)\//u,
  // The solver of a proof of work; only the server uses the rest of the package.
  /^node_modules\/altcha-lib\/dist\/esm\/v2\/(?:algorithms\/web|workers|helpers|pow|types)\b/u,
];

/** Whether a module may be sent to the browser. @param id path below the project, with forward slashes; a query may follow */
export function isForBrowser(id: string): boolean {
  const path = id.replace(/\?.*$/u, '');
  return allowed.some((pattern) => pattern.test(path)) && !/\.server\.tsx?$/u.test(path);
}
