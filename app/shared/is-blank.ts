const blank = /^[\s\p{Cc}\p{M}\p{DI}\u2800]*$/u;

/** Whether a text has no visible character, only white space, control and invisible characters, the blank of Braille, and combining marks without a letter. */
export const isBlank = (text: string): boolean => blank.test(text);
