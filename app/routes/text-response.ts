/** A response that is not a page, such as the feed or the sitemap. It changes only with the content's version. */
export function textResponse(text: string, contentType: string): Response {
  return new Response(text, { headers: { 'Content-Type': `${contentType}; charset=utf-8` } });
}
