import { cx } from '../../../../shared/class-names.ts';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import styles from './BridgeSpan.module.css';
import {
  bedAt,
  cablePath,
  derrickPath,
  earthPath,
  groundPath,
  hangerPlaces,
  hangersAt,
  instrument,
  level,
  pierAt,
  type Stage,
  sightsPath,
  soundingsPath,
  spanBox,
  towerAt,
  towerOf,
  tripodPath,
} from './bridge.ts';

interface BridgeSpanProps {
  stage: Stage;
  /** Stage of the span to the right, whose tower both share. */
  next: Stage | undefined;
}

const { width, height } = spanBox;
/** Hangers that already carry the deck; one more section is being lifted. */
const hungPlaces = hangerPlaces.slice(0, 6);
const hungEnd = hungPlaces.at(-1) ?? 0;
const lifted = { from: hungEnd + 18, to: hungEnd + 68, y: level.deck + 20 };

const fine = { strokeWidth: 0.8, opacity: 0.6 } as const;

/** Draws one span of the bridge under construction. Decorative. */
export function BridgeSpan({ stage, next }: BridgeSpanProps) {
  const towers = [
    { x: 0, state: towerOf(stage) },
    { x: width, state: towerOf(next ?? stage) },
  ];
  const hasCable = stage === 'cable' || stage === 'load';
  const isFirst = stage === 'survey';
  return (
    <svg
      className={cx(lines.lines, styles.span)}
      viewBox={`0 0 ${width} ${height}`}
      strokeWidth={1.25}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path {...fine} d={`M${isFirst ? 92 : 0} ${level.water}H${width}`} />
      <path d={groundPath(isFirst)} />
      <path {...fine} d={earthPath(isFirst)} />
      {!hasCable && <path className={styles.planned} d={cablePath} />}
      {stage !== 'load' && (
        <path className={styles.planned} d={`M${stage === 'cable' ? hungEnd : 0} ${level.deck}H${width}`} />
      )}
      {stage === 'survey' && <Survey />}
      {stage === 'towers' && <path d={derrickPath} />}
      {stage === 'cable' && <Hanging />}
      {stage === 'load' && <Loaded />}
      {hasCable && <path strokeWidth={2} d={cablePath} />}
      {towers.map(
        ({ x, state }) =>
          state !== 'none' && (
            <g key={x}>
              <path className={styles.pier} d={pierAt(x)} />
              <path strokeWidth={2} d={towerAt(x, state)} />
            </g>
          ),
      )}
    </svg>
  );
}

function Survey() {
  return (
    <>
      <path {...fine} d={sightsPath} />
      <path {...fine} d={soundingsPath} />
      <path d={tripodPath} />
      <path className={styles.solid} d={`M${instrument.x - 9} ${instrument.y + 2}l17 -4l1.500 6l-17 4Z`} />
    </>
  );
}

function Hanging() {
  const barge = bedAt(0) - 14;
  return (
    <>
      <path {...fine} d={hangersAt(hungPlaces)} />
      <path strokeWidth={3} d={`M0 ${level.deck}H${hungEnd + 12}`} />
      <path {...fine} d={hangersAt([lifted.from + 6, lifted.to - 6]).replaceAll(`V${level.deck}`, `V${lifted.y}`)} />
      <path strokeWidth={3} d={`M${lifted.from} ${lifted.y}H${lifted.to}`} />
      <path
        className={styles.solid}
        d={`M${lifted.from - 8} ${barge - 8}H${lifted.to + 8}L${lifted.to} ${barge}H${lifted.from}Z`}
      />
    </>
  );
}

function Loaded() {
  const convoy = [62, 122, 182, 242, 302];
  return (
    <>
      <path {...fine} d={hangersAt(hangerPlaces)} />
      <path className={lines.paint} strokeWidth={4} d={`M0 ${level.deck}H${width}`} />
      <path className={styles.convoy} d={convoy.map((x) => `M${x} ${level.deck - 4}h36v-7h-7v-7h-29Z`).join('')} />
    </>
  );
}
