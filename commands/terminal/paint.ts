import { styleText } from 'node:util';

/** Colours a text where colours are shown. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow', text: string) => string;

/**
 * @param stream colours are for terminals, and only where the operator does not refuse them (NO_COLOR, NODE_DISABLE_COLORS)
 */
export const paintOn =
  (stream: NodeJS.WriteStream): Paint =>
  (style, text) =>
    styleText(style, text, { stream });
