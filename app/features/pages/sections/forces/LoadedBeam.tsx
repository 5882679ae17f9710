import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import { bendingOf } from './bending.ts';
import styles from './LoadedBeam.module.css';

/** Height of the bending diagram as a share of its box. */
const reach = 0.92;
const curve = { className: lines.paint, strokeWidth: 3, strokeLinejoin: 'round' } as const;

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

type BendingProps = ReturnType<typeof bendingOf>;

function HorizontalBeam({ corners, stations }: BendingProps) {
  return (
    <LineDrawing className={styles.horizontal}>
      <svg y={beamDepth} viewBox="0 0 1 1" width="100%" height="100%" preserveAspectRatio="none" aria-hidden="true">
        <path
          strokeWidth={1}
          opacity={0.5}
          d={stations.map(({ along, bending }) => `M${round(along)} 0V${round(bending * reach)}`).join('')}
        />
        <path {...curve} d={path(corners.map(({ along, bending }) => [along, bending * reach]))} />
      </svg>
      <rect className={styles.solid} strokeWidth={2} width="100%" height={beamDepth} />
      <line strokeWidth={1} x2="100%" y1="5" y2="5" />
      <line strokeWidth={1} x2="100%" y1={beamDepth - 5} y2={beamDepth - 5} />
      <path className={styles.solid} strokeWidth={2} d="M15 16L2 38H28Z" />
      <svg x="100%" aria-hidden="true">
        <circle className={styles.solid} strokeWidth={2} cx="-15" cy="27" r="10.5" />
      </svg>
    </LineDrawing>
  );
}

function VerticalBeam({ corners, stations }: BendingProps) {
  return (
    <LineDrawing className={styles.vertical}>
      <svg viewBox="0 0 1 1" width={diagramWidth} height="100%" preserveAspectRatio="none" aria-hidden="true">
        <path
          strokeWidth={1}
          opacity={0.5}
          d={stations.map(({ along, bending }) => `M1 ${round(along)}H${round(1 - bending * reach)}`).join('')}
        />
        <path {...curve} d={path(corners.map(({ along, bending }) => [1 - bending * reach, along]))} />
      </svg>
      <rect className={styles.solid} strokeWidth={2} x={diagramWidth} width={beamDepth} height="100%" />
      <line strokeWidth={1} x1={diagramWidth + 5} x2={diagramWidth + 5} y2="100%" />
      <line strokeWidth={1} x1={diagramWidth + beamDepth - 5} x2={diagramWidth + beamDepth - 5} y2="100%" />
      <path className={styles.solid} strokeWidth={2} d={`M${diagramWidth} 11L${diagramWidth - 16} 2V20Z`} />
      <svg y="100%" aria-hidden="true">
        <circle className={styles.solid} strokeWidth={2} cx={diagramWidth - 9} cy="-11" r="8" />
      </svg>
    </LineDrawing>
  );
}

/** px. */
const beamDepth = 16;
/** Width of the bending diagram beside the vertical beam, px. */
const diagramWidth = 30;

const round = (value: number) => Math.round(value * 10_000) / 10_000;
const path = (points: [number, number][]) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
