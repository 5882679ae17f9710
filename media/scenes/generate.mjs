/**
 * Scenes: the pictures of the values and of the industries' feature blocks, drawn like the plates.
 *
 *   node generate.mjs                   writes content/media/scenes/*.svg, 800 by 600
 *   node generate.mjs take-the-lead     writes only these
 */
import { writeSheets } from '../pen.mjs';
import * as industries from './industries.mjs';
import * as values from './values.mjs';

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const sheets = Object.fromEntries(
  Object.entries({ ...values, ...industries }).map(([name, draw]) => [kebab(name), draw]),
);

writeSheets(sheets, {
  out: new URL('../../content/media/scenes/', import.meta.url),
  width: 800,
  height: 600,
  only: process.argv.slice(2),
});
