/** Escapes the characters with which markup within a line of Markdown begins (CommonMark 2.5, 6), so that a text is shown as it is. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<]|&(?=#?\w+;)/gu, '\\$&');
