/** What the drawing needs to know of an office. */
interface Place {
  heading: string;
  headquarters: boolean;
  /** To the next place, km. */
  distance_to_next?: number | undefined;
}

/** A tower; `along` is its place as a share of the drawing's width. */
export interface Tower {
  name: string;
  along: number;
  /** False where the tower stands too close to the one before for both names. */
  named: boolean;
}

/** The span between two towers. */
export interface OfficeSpan {
  from: number;
  to: number;
  /** km; absent where it is not known. */
  distance?: number | undefined;
  /** The one span that begins, or else ends, at the headquarters. */
  loaded: boolean;
  /** Hangs below the towers' tops, as a share of the drawing's width: the longer the span, the deeper. */
  sag: number;
  /** Where its hangers stand. */
  hangers: { along: number; drop: number }[];
}

/** The first and the last tower stand this far inside the drawing; the cables go on to its edges. */
const inset = 0.058;
/** Sag of a cable to its span: a shallow one, a fifth. */
const sagRatio = 0.218;
/** Between two hangers, as a share of the width. */
const hangerStep = 0.019;
/** What a name or a measure needs, as a share of the width. */
const labelRoom = 0.12;

/**
 * Lays the offices out as towers of one bridge whose spans are to scale. A distance that is not given counts as the mean
 * of those that are, and is not written.
 */
export function layOutBridge(places: readonly Place[]): { towers: Tower[]; spans: OfficeSpan[] } {
  const given = places.slice(0, -1).map((place) => place.distance_to_next);
  const known = given.filter((distance) => distance !== undefined);
  const mean = known.length > 0 ? sum(known) / known.length : 1;
  const lengths = given.map((distance) => distance ?? mean);
  const scale = (1 - 2 * inset) / (sum(lengths) || 1);
  const ends = [0, ...lengths].map((_, index) => inset + sum(lengths.slice(0, index)) * scale);

  const towers: Tower[] = [];
  for (const [index, { heading }] of places.entries()) {
    const along = ends[index] ?? inset;
    const before = towers.findLast((tower) => tower.named);
    towers.push({ name: heading, along, named: !before || along - before.along >= labelRoom });
  }

  const headquarters = places.findIndex((place) => place.headquarters);
  const loaded = Math.min(headquarters, lengths.length - 1);
  const spans = lengths.map((length, index): OfficeSpan => {
    const from = ends[index] ?? inset;
    const to = from + length * scale;
    const sag = (to - from) * sagRatio;
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

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
