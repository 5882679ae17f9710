import { styleText } from 'node:util';

/** Colours a text if colours are enabled. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'none', text: string) => string;

/** @param stream coloured only if it is a terminal and NO_COLOR and NODE_DISABLE_COLORS are unset */
export const paintOn =
  (stream: NodeJS.WriteStream): Paint =>
  (style, text) =>
    style === 'none' ? text : styleText(style, text, { stream });
