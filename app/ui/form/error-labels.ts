/** Returns the heading of the list of errors. */
export const countOfErrors = (count: number): string =>
  count === 1 ? 'One field needs another look:' : `${count} fields need another look:`;

/** Returns the text of a field's link in the list of errors. */
export const errorText = (label: string, message: string): string =>
  `${label}${label.endsWith('?') ? '' : ':'} ${message}`;
