import type { Office } from '../../offices.schema.ts';

/** The facts about an office that the drawing needs. */
type Place = Pick<Office, 'heading' | 'headquarters' | 'distance_to_next'>;

/** A tower; `along` is its position as a share of the drawing's width. */
export interface Tower {
  name: string;
  along: number;
  /** False where the name would run into the one before, or out of the window. */
  named: boolean;
}

/** The span between two towers. */
export interface OfficeSpan {
  from: number;
  to: number;
  /** km; absent where it is not known. */
  distance?: number | undefined;
  /** Whether it is the span that begins, or else ends, at the headquarters. */
  loaded: boolean;
  /** Hangs below the towers' tops, as a share of the drawing's width: the longer the span, the deeper. */
  sag: number;
  /** Positions and heights of its hangers. */
  hangers: { along: number; drop: number }[];
}

/** Distance of the first and the last tower from the drawing's edges, to which the cables extend. */
const inset = 0.058;
/** Sag of a cable to its span: a shallow one, a fifth. */
const sagRatio = 0.218;
/** Limits the sag of a single span, which would otherwise hang through the deck. */
const maxSag = 0.125;
/** Distance between two hangers as a share of the width. */
const hangerStep = 0.019;
/** Least width of a name or a measure as a share of the drawing's width. */
const labelRoom = 0.12;
/** Width of one character of a name on a tablet, where the drawing is narrowest. */
const characterRoom = 0.0118;
/** Space between two names. */
const gap = 0.03;
/** Distance of the drawing from the window's edges on a tablet, to which names may extend. */
const margin = 0.05;

/** Lays the offices out as towers of one bridge with spans to scale, as far as names and measures fit. */
export function layOutBridge(places: readonly Place[]): { towers: Tower[]; spans: OfficeSpan[] } {
  const given = places.slice(0, -1).map((place) => place.distance_to_next);
  const known = given.filter((distance) => distance !== undefined);
  const mean = known.length > 0 ? sum(known) / known.length : 1;
  const lengths = given.map((distance) => distance ?? mean);
  const rooms = places.map(({ heading }) => roomOf(heading));
  // Slightly above the required width, because sums of fractions end slightly below it.
  const least = rooms.slice(1).map((room, index) => (room + (rooms[index] ?? room)) / 2 + 1e-9);
  const widths = withRoom(lengths, least, 1 - 2 * inset);
  // A single tower is in the middle.
  const start = places.length === 1 ? 0.5 : inset;
  const ends = [0, ...widths].map((_, index) => start + sum(widths.slice(0, index)));

  const towers: Tower[] = [];
  for (const [index, { heading: name }] of places.entries()) {
    const along = ends[index] ?? inset;
    const before = towers.findLast((tower) => tower.named);
    const isInWindow = (name.length * characterRoom) / 2 <= margin + Math.min(along, 1 - along);
    const isApart = !before || along - before.along >= (roomOf(before.name) + roomOf(name)) / 2;
    towers.push({ name, along, named: isInWindow && isApart });
  }

  const headquarters = places.findIndex((place) => place.headquarters);
  const loaded = Math.min(headquarters, lengths.length - 1);
  const spans = widths.map((width, index): OfficeSpan => {
    const from = ends[index] ?? inset;
    const to = from + width;
    const sag = Math.min((to - from) * sagRatio, maxSag);
    const count = Math.max(2, Math.round((to - from) / hangerStep));
    const hangers = Array.from({ length: count - 1 }, (_, hanger) => {
      const share = (hanger + 1) / count;
      return { along: from + share * (to - from), drop: 4 * sag * share * (1 - share) };
    });
    const distance = to - from >= labelRoom ? given[index] : undefined;
    return { from, to, distance, loaded: index === loaded, sag, hangers };
  });
  return { towers, spans };
}

const roomOf = (name: string) => Math.max(labelRoom, name.length * characterRoom + gap);

/** Divides a width in proportion to lengths; widens parts below their `least` at the expense of others if there is enough space. */
function withRoom(lengths: readonly number[], least: readonly number[], width: number): number[] {
  const scaled = lengths.map((length) => (length / (sum(lengths) || 1)) * width);
  if (sum(least) > width) return scaled;
  const short = new Set<number>();
  for (;;) {
    const rest = width - sum(least.filter((_, index) => short.has(index)));
    const total = sum(lengths.filter((_, index) => !short.has(index)));
    const widths = lengths.map((length, index) => (short.has(index) ? (least[index] ?? 0) : (length / total) * rest));
    const next = widths.findIndex((share, index) => share < (least[index] ?? 0));
    if (next < 0) return widths;
    short.add(next);
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
