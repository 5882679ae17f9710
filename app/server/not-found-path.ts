/** The path at which the page of all unknown paths is rendered, once per version of the content. No page can have this path. */
export const notFoundPath = '/.404';
