/** A response that is not a page: the feed, the sitemap. Its content changes with the content's version only. */
export function textResponse(text: string, contentType: string): Response {
  return new Response(text, { headers: { 'Content-Type': `${contentType}; charset=utf-8` } });
}
