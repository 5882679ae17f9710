/** The company's mark as SVG paths in a box of 44 by 30: two towers, their cable, and the deck under load. */
export const brandMark = {
  width: 44,
  height: 30,
  towers: { path: 'M8 1V29M36 1V29', strokeWidth: 3.4 },
  cable: { path: 'M0 12Q4.5 8.5 8 3Q22 34 36 3Q39.5 8.5 44 12', strokeWidth: 2.2 },
  deck: { path: 'M0 21H44', strokeWidth: 3.4 },
} as const;
