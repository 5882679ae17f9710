/** Event dispatched at the element of an island that has become interactive. */
export const islandReady = 'islandready';
