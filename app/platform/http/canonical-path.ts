import type { MiddlewareHandler } from 'hono';
import { articleHref, assetPrefix, feedPath, isArticlePath, isMarkdownPath, mediaPrefix } from '../../paths.ts';

/** How long browsers may cache a permanent redirect, in seconds: an hour, so that a wrong one expires without intervention. */
export const redirectMaxAge = 3600;

/** Files have only one form. */
const isExempt = (path: string) => [assetPrefix, mediaPrefix].some((prefix) => `${path}/`.startsWith(prefix));

/** Escapes of the characters that need none, of which all pages' paths consist (RFC 3986, 2.3). */
const needlessEscape = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/giu;

/**
 * Returns the canonical form of a path: no trailing slash, except in `/single/{slug}/`, no repeated slashes and no needless escapes
 * (RFC 3986, 6.2.2.2). Otherwise strangers could invent any number of URLs of one page, each rendered and cached separately.
 * It begins with exactly one slash and contains no backslash, so that as a `Location` it cannot leave this origin:
 * `//evil.example/` becomes `/evil.example`. Other percent-encoded characters are preserved, since a browser does not decode them there.
 * @param pathname as `URL.pathname` gives it
 */
export function canonicalPath(pathname: string): string {
  const path = `/${pathname
    .replace(needlessEscape, decodeURIComponent)
    .replace(/[/\\]+/gu, '/')
    .replace(/^\/|\/$/gu, '')}`;
  return isArticlePath(path) && !isMarkdownPath(path) ? `${path}/` : path;
}

/**
 * Guesses the path that an unknown one means, likeliest first: the same in lower case, without the characters that mail programs and
 * people append (`/Who-We-Are`, `/contact-us).`, `/contact-us&utm_source=x`), then the feed or the article of that name,
 * which have such URLs in WordPress (`/feed/`, `/slug/`, `/2024/05/slug/`). A guess may have no page either.
 * @param pathname decoded
 */
export function intendedPaths(pathname: string): string[] {
  const path = pathname.toLowerCase().replace(/\/$/u, '');
  const start = path.lastIndexOf('/') + 1;
  const last = path.slice(start);
  const [name = ''] = /^[\w-]*/u.exec(last) ?? [];
  // Hidden files, which only programs look for.
  if (!name && /\w/u.test(last)) return [];
  const meant = canonicalPath(path.slice(0, start) + name);
  const inWordPress = name === 'feed' ? [feedPath] : name ? [articleHref(name)] : [];
  return [...new Set([meant, ...inWordPress])].filter((guess) => guess !== '/' && guess !== pathname);
}

/** U+FFFD, percent-encoded: the replacement for undecodable bytes. */
const replacement = '%EF%BF%BD';

/** Characters that URL parsing drops or turns into a slash: a path with one of them changes when it is parsed again. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const unstable = /[\u0000-\u001f\u007f\\]/u;

/**
 * Returns a path that can be decoded twice, as the router does, and that every part of the site reads in the same way. Other
 * paths, such as `/%`, `/%ff`, `/100%25`, `/%09/x:y` or `/%5c`, do not exist on this site. Their percent signs are replaced, so
 * that they get 404 like any unknown path and nothing throws.
 * @param pathname as `URL.pathname` gives it
 */
export function decodablePath(pathname: string): string {
  if (!pathname.includes('%')) return pathname;
  try {
    const decoded = decodeURIComponent(pathname);
    if (!decoded.includes('%') && !unstable.test(decoded)) return pathname;
  } catch {
    // An incomplete escape, or bytes that are not UTF-8.
  }
  return pathname.replaceAll('%', replacement);
}

/** Redirects other forms of a path with 308, which preserves query, method and body: a program posts its form again (RFC 9110, 15.4.9). */
export function redirectToCanonicalPath(): MiddlewareHandler {
  return async (context, next) => {
    const { method, url } = context.req.raw;
    if (method === 'OPTIONS') return next();
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
