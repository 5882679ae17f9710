import { cx } from '../../../../shared/class-names.ts';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { bendingOf, type Station } from './bending.ts';
import styles from './LoadedBeam.module.css';

/** Height of the bending diagram as a share of its box. */
const reach = 0.92;

/**
 * Draws the beam on which the forces' arrows end, with its bending moments in paint: the shape of a cable under the same loads.
 * The beam is horizontal under its loads on wide screens and vertical beside them on narrow ones.
 */
export function LoadedBeam({ loads }: { loads: number }) {
  const places = Array.from({ length: loads }, (_, index) => index);
  return (
    <>
      <HorizontalBeam
        {...bendingOf(
          places.map((place) => (place + 1) / (loads + 1)),
          48,
        )}
      />
      <VerticalBeam
        {...bendingOf(
          places.map((place) => (place + 0.5) / loads),
          36,
        )}
      />
    </>
  );
}

interface BendingProps {
  corners: Station[];
  stations: Station[];
}

function HorizontalBeam({ corners, stations }: BendingProps) {
  return (
    <svg className={cx(lines.lines, styles.lying)} aria-hidden="true">
      <svg y={beamDepth} viewBox="0 0 1 1" width="100%" height="100%" preserveAspectRatio="none" aria-hidden="true">
        <path
          className={styles.ordinates}
          d={stations.map(({ along, bending }) => `M${round(along)} 0V${round(bending * reach)}`).join('')}
        />
        <path className={styles.bending} d={path(corners.map(({ along, bending }) => [along, bending * reach]))} />
      </svg>
      <rect className={styles.body} width="100%" height={beamDepth} />
      <line className={styles.flange} x2="100%" y1="5" y2="5" />
      <line className={styles.flange} x2="100%" y1={beamDepth - 5} y2={beamDepth - 5} />
      <path className={styles.support} d="M15 16L2 38H28Z" />
      <svg x="100%" aria-hidden="true">
        <circle className={styles.support} cx="-15" cy="27" r="10.5" />
      </svg>
    </svg>
  );
}

function VerticalBeam({ corners, stations }: BendingProps) {
  return (
    <svg className={cx(lines.lines, styles.standing)} aria-hidden="true">
      <svg viewBox="0 0 1 1" width={standingRoom} height="100%" preserveAspectRatio="none" aria-hidden="true">
        <path
          className={styles.ordinates}
          d={stations.map(({ along, bending }) => `M1 ${round(along)}H${round(1 - bending * reach)}`).join('')}
        />
        <path className={styles.bending} d={path(corners.map(({ along, bending }) => [1 - bending * reach, along]))} />
      </svg>
      <rect className={styles.body} x={standingRoom} width={beamDepth} height="100%" />
      <line className={styles.flange} x1={standingRoom + 5} x2={standingRoom + 5} y2="100%" />
      <line className={styles.flange} x1={standingRoom + beamDepth - 5} x2={standingRoom + beamDepth - 5} y2="100%" />
      <path className={styles.support} d={`M${standingRoom} 11L${standingRoom - 16} 2V20Z`} />
      <svg y="100%" aria-hidden="true">
        <circle className={styles.support} cx={standingRoom - 9} cy="-11" r="8" />
      </svg>
    </svg>
  );
}

/** px. */
const beamDepth = 16;
/** Room for the bending diagram beside the standing beam, px. */
const standingRoom = 30;

const round = (value: number) => Math.round(value * 10_000) / 10_000;
const path = (points: [number, number][]) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
