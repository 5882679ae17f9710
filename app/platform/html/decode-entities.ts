import { characterEntities } from 'character-entities';

const named: ReadonlyMap<string, string> = new Map(Object.entries(characterEntities));

/** Decodes the character references of HTML, each once. Unknown ones are returned unchanged. */
export const decodeEntities = (html: string): string =>
  html.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/giu, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return named.get(name) ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
