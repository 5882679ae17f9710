import { hash } from 'node:crypto';
import { brandMark } from '../../shared/brand-mark.ts';
import { lightColours } from '../../shared/palette.ts';

/** The picture behind or beside a card's title. */
export interface CardArt {
  /** A scene fills the card in the page's own colours, a drawing is placed on the right, a photograph fills it under a shade. */
  kind: 'scene' | 'drawing' | 'photograph';
  /** Its URL, which changes with its bytes. */
  url: string;
  source: { file: string } | { bytes: Uint8Array };
}

/** The picture of a shared link (Open Graph): a title over a picture, with the company's mark and name. */
export interface Card {
  title: string;
  company: string;
  art?: CardArt | undefined;
}

export interface DrawnCard {
  bytes: Uint8Array;
  /** Why the card was drawn without its art: the error of reading it. */
  artProblem?: string | undefined;
}

/** Pixels: the ratio that Open Graph consumers crop to, at the size that they recommend. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Version of the design. Raise it with any change of the drawing, or if stored files may be wrong, so that all URLs change. */
const design = 3;

/** A photograph would take a megabyte as PNG; lines and letters would blur as JPEG. */
export const cardFormat = ({ art }: Card): 'jpg' | 'png' => (art?.kind === 'photograph' ? 'jpg' : 'png');

/** Returns a hash of everything that a card is drawn from. */
export function hashOfCard({ title, company, art }: Card): string {
  const inputs = JSON.stringify([design, lightColours, brandMark, title, company, art?.kind, art?.url]);
  return hash('sha256', inputs, 'hex').slice(0, 12);
}
