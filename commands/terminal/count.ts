/** Returns a number with its noun, such as "1,200 records" or "1 success story". */
export const count = (number: number, one: string, several = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : several}`;
