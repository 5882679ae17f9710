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

/** Draws one span of the bridge under construction. Decorative. */
export function BridgeSpan({ stage, next }: BridgeSpanProps) {
  const towers = [
    { x: 0, state: towerOf(stage) },
    { x: width, state: towerOf(next ?? stage) },
  ];
  const hasCable = stage === 'cable' || stage === 'load';
  const isFirst = stage === 'survey';
  return (
    <svg className={cx(lines.lines, styles.span)} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className={styles.fine} d={`M${isFirst ? 92 : 0} ${level.water}H${width}`} />
      <path d={groundPath(isFirst)} />
      <path className={styles.fine} d={earthPath(isFirst)} />
      {!hasCable && <path className={styles.planned} d={cablePath} />}
      {stage !== 'load' && (
        <path className={styles.planned} d={`M${stage === 'cable' ? hungEnd : 0} ${level.deck}H${width}`} />
      )}
      {stage === 'survey' && <Survey />}
      {stage === 'towers' && <path d={derrickPath} />}
      {stage === 'cable' && <Hanging />}
      {stage === 'load' && <Loaded />}
      {hasCable && <path className={styles.cable} d={cablePath} />}
      {towers.map(
        ({ x, state }) =>
          state !== 'none' && (
            <g key={x}>
              <path className={styles.pier} d={pierAt(x)} />
              <path className={styles.tower} d={towerAt(x, state)} />
            </g>
          ),
      )}
    </svg>
  );
}

function Survey() {
  return (
    <>
      <path className={styles.fine} d={sightsPath} />
      <path className={styles.fine} d={soundingsPath} />
      <path d={tripodPath} />
      <path className={styles.solid} d={`M${instrument.x - 9} ${instrument.y + 2}l17 -4l1.500 6l-17 4Z`} />
    </>
  );
}

function Hanging() {
  const barge = bedAt(0) - 14;
  return (
    <>
      <path className={styles.fine} d={hangersAt(hungPlaces)} />
      <path className={styles.deck} d={`M0 ${level.deck}H${hungEnd + 12}`} />
      <path
        className={styles.fine}
        d={hangersAt([lifted.from + 6, lifted.to - 6]).replaceAll(`V${level.deck}`, `V${lifted.y}`)}
      />
      <path className={styles.deck} d={`M${lifted.from} ${lifted.y}H${lifted.to}`} />
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
      <path className={styles.fine} d={hangersAt(hangerPlaces)} />
      <path className={styles.load} d={`M0 ${level.deck}H${width}`} />
      <path className={styles.convoy} d={convoy.map((x) => `M${x} ${level.deck - 4}h36v-7h-7v-7h-29Z`).join('')} />
    </>
  );
}
