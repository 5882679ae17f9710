import { cx } from '../../../../shared/class-names.ts';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import styles from './Tower.module.css';

/** Half the tower's width at its head and at its foot, in percent of its box. */
const half = { head: 24, foot: 48 };

interface TowerStoreyProps {
  /** From zero at the top. */
  index: number;
  /** Number of storeys of the tower. */
  of: number;
}

/** Crossed panels per storey. Odd, so that the loaded line continues from one storey to the next. */
const panels = 3;

/** One storey of a battered tower. The brace that carries the load changes sides, so that its painted line runs down the tower. */
export function TowerStorey({ index, of }: TowerStoreyProps) {
  const levels = Array.from({ length: panels + 1 }, (_, level) => ({
    y: round((100 * level) / panels),
    half: half.head + ((half.foot - half.head) * (index + level / panels)) / of,
  }));
  const paths = { loaded: '', counter: '', struts: '' };
  for (const [panel, above] of levels.slice(0, -1).entries()) {
    const below = levels[panel + 1] ?? above;
    const side = (index * panels + panel) % 2 === 0 ? 1 : -1;
    const brace = (to: number) =>
      `M${round(50 - to * above.half)} ${above.y}L${round(50 + to * below.half)} ${below.y}`;
    paths.loaded += brace(side);
    paths.counter += brace(-side);
    paths.struts += `M${round(50 - below.half)} ${below.y}H${round(50 + below.half)}`;
  }
  const leg = (side: number) => `M${levels.map(({ y, half }) => `${round(50 + side * half)} ${y}`).join('L')}`;
  return (
    <LineDrawing className={styles.storey} viewBox="0 0 100 100">
      <path strokeWidth={1.25} d={paths.counter} />
      <path strokeWidth={1.25} d={paths.struts} />
      <path className={styles.leg} strokeWidth={2} d={leg(-1) + leg(1)} />
      <path className={cx(lines.paint, styles.loaded)} strokeWidth={2} d={paths.loaded} />
    </LineDrawing>
  );
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The top of the tower: its head, and the cables that go down to the deck on both sides. Wide screens only. */
export function TowerHead() {
  return (
    <div className={styles.head} aria-hidden="true">
      <Cable from="left" hangers={26} />
      <LineDrawing viewBox="0 0 100 100">
        <path strokeWidth={2.5} d="M0 18L50 6L100 18" />
        <path className={styles.leg} strokeWidth={2} d={`M${50 - half.head} 100V0H${50 + half.head}V100`} />
        <path strokeWidth={1.25} d={`M${50 - half.head} 50H${50 + half.head}`} />
      </LineDrawing>
      <Cable from="right" hangers={22} />
    </div>
  );
}

/** Half a parabola with its hangers; it is lowest at the edge of the page. */
function Cable({ from, hangers }: { from: 'left' | 'right'; hangers: number }) {
  const place = (share: number) => (from === 'left' ? share : 1 - share) * 1000;
  const level = (share: number) => 92 - 74 * share ** 2;
  const stations = Array.from({ length: hangers }, (_, index) => (index + 0.5) / hangers);
  return (
    <LineDrawing viewBox="0 0 1000 100">
      <path
        strokeWidth={1}
        opacity={0.5}
        d={stations.map((share) => `M${Math.round(place(share))} ${Math.round(level(share))}V100`).join('')}
      />
      <path strokeWidth={2.5} d={`M${place(0)} ${level(0)}Q${place(0.5)} ${level(0)} ${place(1)} ${level(1)}`} />
    </LineDrawing>
  );
}
