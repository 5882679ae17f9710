/** Dispatched at the element of an island that has begun to react. */
export const islandReady = 'islandready';
