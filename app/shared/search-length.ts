/** Maximum length of a search in UTF-16 units, as `maxlength` and `slice` count. Its URL and Referer fit into the server's limit of headers. */
export const maxSearchLength = 500;
