import { cx } from '../../../../shared/class-names.ts';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import type { Office } from '../../offices.schema.ts';
import { layOutBridge, type OfficeSpan } from './bridge.ts';
import styles from './OfficesBridge.module.css';

/** Units of the stretched drawing in one width; its height is in the same units, so slopes are true at 15 : 4. */
const width = 1200;
const height = 320;
/** Heights in those units. */
const level = { cable: 60, backstay: 118, deck: 230, towerTop: 44, towerFoot: 268, measure: 300 };

const kilometres = new Intl.NumberFormat('en');

/** Draws towers, cables and measured spans. Lines stretch with the page. Hidden on phones, where the list has the same data. */
export function OfficesBridge({ offices }: { offices: readonly Office[] }) {
  const { towers, spans } = layOutBridge(offices);
  const first = towers.at(0);
  const last = towers.at(-1);
  if (!first || !last) return null;
  return (
    <svg className={cx(lines.lines, styles.drawing)} role="img" aria-label={inWords(offices)}>
      <svg viewBox={`0 0 ${width} ${height}`} width="100%" height="100%" preserveAspectRatio="none" aria-hidden="true">
        {spans.map((span) => (
          <g key={span.from}>
            <path strokeWidth={1} opacity={0.5} d={span.hangers.map(hangerPath).join('')} />
            <path className={span.loaded ? lines.paint : undefined} strokeWidth={2.5} d={cablePath(span)} />
          </g>
        ))}
        <path strokeWidth={2.5} d={backstays(first.along * width, last.along * width)} />
        <path strokeWidth={3} d={`M0 ${level.deck}H${width}`} />
      </svg>
      {towers.map(({ name, along, named }) => (
        <svg key={name} x={percent(along)} strokeWidth={2} aria-hidden="true">
          <line x1={-7} x2={-7} y1={down(level.towerTop)} y2={down(level.towerFoot)} />
          <line x1={7} x2={7} y1={down(level.towerTop)} y2={down(level.towerFoot)} />
          {[90, 140, 190].map((y) => (
            <line key={y} x1={-7} x2={7} y1={down(y)} y2={down(y)} />
          ))}
          {named && (
            <text className={styles.word} y={down(26)}>
              {name}
            </text>
          )}
        </svg>
      ))}
      {spans.map(({ from, to, distance }) => (
        <svg key={from} x={percent(from)} width={percent(to - from)} strokeWidth={1} aria-hidden="true">
          <line x1="0%" x2="100%" y1={down(level.measure)} y2={down(level.measure)} />
          {distance !== undefined && (
            <text className={styles.word} x="50%" y={down(level.measure)} dy="0.34em">
              {`${kilometres.format(distance)} km`}
            </text>
          )}
          <Tick at="0%" />
          <Tick at="100%" />
        </svg>
      ))}
    </svg>
  );
}

/** The oblique stroke at either end of a measure. */
function Tick({ at }: { at: string }) {
  return (
    <svg x={at} y={down(level.measure)} aria-hidden="true">
      <path d="M-6 6L6 -6" />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
const percent = (share: number) => `${Math.round(share * 100_000) / 1000}%`;
const down = (units: number) => percent(units / height);

const hangerPath = ({ along, drop }: OfficeSpan['hangers'][number]) =>
  `M${round(along * width)} ${round(level.cable + drop * width)}V${level.deck}`;

const cablePath = ({ from, to, sag }: OfficeSpan) =>
  `M${round(from * width)} ${level.cable}Q${round(((from + to) / 2) * width)} ${round(level.cable + 2 * sag * width)} ${round(to * width)} ${level.cable}`;

/** From the outer towers on to the edges of the drawing. */
function backstays(first: number, last: number): string {
  const { cable, backstay } = level;
  const bend = backstay - 22;
  return [
    `M0 ${backstay}Q${round(first * 0.64)} ${bend} ${round(first)} ${cable}`,
    `M${round(last)} ${cable}Q${round(width - (width - last) * 0.64)} ${bend} ${width} ${backstay}`,
  ].join('');
}

/** Describes the drawing: "New York to London 5,570 km, London to Chennai 8,210 km". */
function inWords(offices: readonly Office[]): string {
  const legs = offices.slice(0, -1).map(({ heading, distance_to_next }, index) => {
    const distance = distance_to_next === undefined ? '' : ` ${kilometres.format(distance_to_next)} km`;
    return `${heading} to ${offices[index + 1]?.heading}${distance}`;
  });
  return legs.join(', ') || offices.map(({ heading }) => heading).join(', ');
}
