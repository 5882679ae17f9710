/** Where the page of all unknown paths is rendered, once for each version of the content. No page can have this path. */
export const notFoundPath = '/.404';
