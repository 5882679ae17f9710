/** Events of a first interaction, which wake an island. The early script listens for them until the script of the islands runs. */
export const touches = ['pointerdown', 'keydown', 'focusin', 'input'] as const;
