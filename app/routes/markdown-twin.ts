import { isMarkdownPath, markdownHref, pageOfMarkdown } from '../paths.ts';
import { markdownOfDocument } from '../platform/html/document-markdown.ts';
import type { RouteContext } from '../server/context.ts';
import { newTabNote } from '../ui/site-link/SiteLink.tsx';

/** Serves a page of the site like the router. */
type Serve = (request: Request) => Response | Promise<Response>;

/** `/page.md`: the page as Markdown, generated from its HTML so that the two never differ; a redirect leads to its target's Markdown. */
export async function markdownTwin({ env, req, redirect, body }: RouteContext, serve: Serve): Promise<Response> {
  const path = pageOfMarkdown(req.path);
  if (isMarkdownPath(path) || dotSegment.test(path)) return body(null, 404);
  const { search } = new URL(req.url);
  const page = await serve(new Request(new URL(`${path}${search}`, env.siteUrl)));
  const location = page.headers.get('Location');
  if (location !== null && (page.status === 301 || page.status === 303 || page.status === 308)) {
    return redirect(markdownHref(location), page.status);
  }
  if (page.status !== 200) return page;
  const html = page.headers.get('Content-Type')?.startsWith('text/html') ? await page.text() : '';
  const url = canonicalUrl.exec(html)?.[1]?.replaceAll('&amp;', '&');
  if (!url) return body(null, 404);
  return new Response(markdownOfDocument(html, { url, silent: newTabNote }), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8', Link: `<${url}>; rel="canonical"` },
  });
}

/** Ends the page's path of `/x/...md`; it would lead to the page above, so that any number of URLs would show it. */
const dotSegment = /\/\.{1,2}$/u;

/** As `PageHead` writes it. */
const canonicalUrl = /<link rel="canonical" href="([^"]*)"/u;
