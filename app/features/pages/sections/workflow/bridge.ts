/** The box of one span's drawing. Adjacent spans form one bridge without a gap. */
export const spanBox = { width: 400, height: 284 } as const;

/** Heights of the bridge's main lines. */
export const level = { towerTop: 18, deck: 192, bank: 206, water: 234, bed: 252 } as const;

/** Stages of construction of a span; each includes the earlier ones. */
const stages = ['survey', 'towers', 'cable', 'load'] as const;
export type Stage = (typeof stages)[number];

/** A tower between two spans. */
export type TowerState = 'none' | 'rising' | 'full';

/** The stage of one step of a method: the first step surveys, the last carries its load. */
export function stageOf(step: number, steps: number): Stage {
  const progress = steps > 1 ? step / (steps - 1) : 1;
  return stages[Math.round(progress * (stages.length - 1))] ?? 'load';
}

/** The tower at the left end of a span. */
export function towerOf(stage: Stage): TowerState {
  if (stage === 'survey') return 'none';
  return stage === 'towers' ? 'rising' : 'full';
}

const sag = 134;
const risingTop = 108;

/** Height of the main cable at `x`, from tower top to tower top. */
function cableAt(x: number): number {
  const fraction = x / spanBox.width;
  return level.towerTop + sag * 4 * fraction * (1 - fraction);
}

/** The main cable: a parabola is one quadratic curve, its control point twice as deep as its sag. */
export const cablePath = `M0 ${level.towerTop}Q${spanBox.width / 2} ${level.towerTop + 2 * sag} ${spanBox.width} ${level.towerTop}`;

/** Positions at which hangers meet the deck. */
export const hangerPlaces = Array.from({ length: 15 }, (_, index) => ((index + 1) / 16) * spanBox.width);

export function hangersAt(places: readonly number[]): string {
  return places.map((x) => `M${round(x)} ${round(cableAt(x))}V${level.deck}`).join('');
}

/** Legs, portal braces and saddle of a tower whose middle is at `x`. */
export function towerAt(x: number, state: Exclude<TowerState, 'none'>): string {
  const top = state === 'full' ? level.towerTop : risingTop;
  const braces = [level.towerTop + 14, 76, risingTop + 8, 150, level.deck - 6].filter((y) => y >= top);
  const legs = `M${x - 6} ${level.water - 8}V${top}M${x + 6} ${level.water - 8}V${top}`;
  const saddle = state === 'full' ? `M${x - 9} ${top}H${x + 9}` : '';
  return `${legs}${braces.map((y) => `M${x - 6} ${y}H${x + 6}`).join('')}${saddle}`;
}

/** The pier below a tower, down to the bed. */
export const pierAt = (x: number) =>
  `M${x - 15} ${level.bed}L${x - 11} ${level.water - 8}H${x + 11}L${x + 15} ${level.bed}Z`;

/** The derrick that raises a tower, its load on the hook. */
export const derrickPath = `M0 ${risingTop}V62L58 40M0 62L30 ${risingTop - 4}M54 41.500V98M46 98H62V106H46Z`;

/** Depth of the strait at `x`: the same at both ends of every span, so that the beds meet. */
export function bedAt(x: number): number {
  const across = (Math.PI * x) / spanBox.width;
  return level.bed + 13 * Math.sin(across) ** 2 + 3 * Math.sin(across * 4);
}

const bankWidth = 74;
/** The bed, and on the first span the bank from which the work begins. */
export function groundPath(withBank: boolean): string {
  const bed = along(withBank ? bankWidth + 26 : 0, spanBox.width, 10).map((x) => `${round(x)} ${round(bedAt(x))}`);
  return withBank ? `M0 ${level.bank}H${bankWidth}L${bed.join('L')}` : `M${bed.join('L')}`;
}

/** Short strokes below the ground line, the draughtsman's symbol for earth. */
export function earthPath(withBank: boolean): string {
  const bank = withBank ? along(10, bankWidth, 12).map((x) => `M${x} ${level.bank}l-7 9`) : [];
  const bed = along(withBank ? bankWidth + 38 : 10, spanBox.width, 12).map((x) => `M${x} ${round(bedAt(x))}l-7 9`);
  return [...bank, ...bed].join('');
}

/** The instrument on the bank. */
export const instrument = { x: 38, y: 164 } as const;
export const tripodPath = `M${instrument.x} ${instrument.y + 5}L${instrument.x - 12} ${level.bank}M${instrument.x} ${instrument.y + 5}L${instrument.x + 12} ${level.bank}M${instrument.x} ${instrument.y + 5}V${level.bank - 4}`;

/** Sight lines from the instrument to the points of the future tower. */
export const sightsPath = [level.towerTop, level.deck, level.water]
  .map((y) => `M${instrument.x} ${instrument.y}L${spanBox.width} ${y}`)
  .join('');

/** Soundings from the water to the bed. */
export const soundingsPath = along(136, spanBox.width - 40, 32)
  .map((x) => `M${x} ${level.water}V${round(bedAt(x))}m-3 0h6`)
  .join('');

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function along(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}
