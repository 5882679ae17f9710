import type { MiddlewareHandler } from 'hono';
import { articlePrefix, assetPrefix, isApiPath, isMarkdownPath, mediaPrefix } from '../../paths.ts';

/** How long a redirect may be remembered, in seconds: an hour, so that a change of the rule heals by itself. */
const redirectMaxAge = 3600;

/** API endpoints and files have one form only. */
const isExempt = (path: string) =>
  isApiPath(`${path}/`) || [assetPrefix, mediaPrefix].some((prefix) => `${path}/`.startsWith(prefix));

const isArticlePath = (path: string) =>
  path.startsWith(articlePrefix) && !path.slice(articlePrefix.length).includes('/') && !isMarkdownPath(path);

/**
 * The canonical form of a path: no slash at the end, except `/single/{slug}/`, which has one; never two slashes together.
 * It begins with exactly one slash and holds no backslash, so that as a `Location` it cannot leave this origin:
 * `//evil.example/` becomes `/evil.example`. What is percent-encoded stays so; a browser does not decode it there.
 * @param pathname as `URL.pathname` gives it
 */
export function canonicalPath(pathname: string): string {
  const path = `/${pathname.replace(/[/\\]+/gu, '/').replace(/^\/|\/$/gu, '')}`;
  return isArticlePath(path) ? `${path}/` : path;
}

/** U+FFFD as a URL encodes it: a decoder's replacement for bytes that it cannot read. */
const replacement = '%EF%BF%BD';

/** What a URL drops or turns into a slash when it is parsed again: a path that holds one is not the same path behind that. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unstable = /[\u0000-\u001f\u007f\\]/u;

/**
 * A path that can be decoded, twice as the router does, and that no part of the site reads in another way than the others. One
 * that cannot, such as `/%`, `/%ff`, `/100%25`, `/%09/x:y` or `/%5c`, is no path of this site; without its percent signs it is
 * looked up in vain like any other, and nothing complains.
 * @param pathname as `URL.pathname` gives it
 */
export function decodablePath(pathname: string): string {
  if (!pathname.includes('%')) return pathname;
  try {
    const decoded = decodeURIComponent(pathname);
    if (!decoded.includes('%') && !unstable.test(decoded)) return pathname;
  } catch {
    // Half an escape, or bytes that are no UTF-8.
  }
  return pathname.replaceAll('%', replacement);
}

/** Redirects the other form of a path to the canonical one with 308 and keeps the query. Only GET and HEAD are redirected. */
export function redirectToCanonicalPath(): MiddlewareHandler {
  return async (context, next) => {
    const { method, url } = context.req.raw;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const { pathname, search } = new URL(url);
    if (isExempt(pathname)) return next();
    const canonical = canonicalPath(pathname);
    if (canonical === pathname) return next();
    return context.body(null, 308, {
      Location: `${canonical}${search}`,
      'Cache-Control': `public, max-age=${redirectMaxAge}`,
    });
  };
}
