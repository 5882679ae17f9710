/** A point of the beam, as a share of its length, and its bending, as a share of the maximum. */
export interface Station {
  along: number;
  bending: number;
}

/**
 * Bending moments of a beam on two supports under equal point loads: straight between the loads, nothing at the ends.
 * @param loads positions of the loads as shares of the length, ascending
 * @returns `corners` at supports and loads, and `stations` in between at even steps
 */
export function bendingOf(loads: readonly number[], steps: number): { corners: Station[]; stations: Station[] } {
  const leftReaction = loads.reduce((total, load) => total + (1 - load), 0);
  const moment = (along: number) =>
    leftReaction * along - loads.reduce((total, load) => total + Math.max(0, along - load), 0);
  const greatest = Math.max(...loads.map(moment));
  const station = (along: number) => ({ along, bending: moment(along) / greatest });
  return {
    corners: [0, ...loads, 1].map(station),
    stations: Array.from({ length: steps - 1 }, (_, index) => station((index + 1) / steps)),
  };
}
