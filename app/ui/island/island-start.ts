// What the early script and the script of the islands have in common: they are separate programs.

/** Event dispatched at the element of an island that has become interactive. */
export const islandReady = 'islandready';
/** Time after which the page counts a script as missing, ms. */
export const scriptTimeoutMs = 5000;
/** Events of a first interaction, which wake an island. The early script listens for them until the script of the islands runs. */
export const touches = ['pointerdown', 'keydown', 'focusin', 'input'] as const;
