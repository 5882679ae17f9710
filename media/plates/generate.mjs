/**
 * Plates: the pictures of articles and success stories. Each is an engineering drawing computed from its own mathematics, in
 * ink with one painted element, on transparent ground.
 *
 *   node generate.mjs             writes content/media/plates/*.svg, 800 by 500
 *   node generate.mjs tide wind   writes only these
 */
import { writeSheets } from '../pen.mjs';
import * as forces from './forces.mjs';
import * as works from './works.mjs';

writeSheets(
  { ...forces, ...works },
  {
    out: new URL('../../content/media/plates/', import.meta.url),
    width: 800,
    height: 500,
    only: process.argv.slice(2),
  },
);
