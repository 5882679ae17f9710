import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import styles from './CableSplay.module.css';

/** Position at which the strands part, in percent of the wide drawing's width. */
const saddle = 40;
const bands = [10, 24] as const;
/** Distance of two strands inside the cable, in percent of the height. */
const lay = 0.9;
/** Share of a strand's length over which it keeps its direction at either end. */
const ease = 0.48;
/** Distance of two strands of the vertical cable, px. */
const lane = 6;
/** Visible length of the vertical cable above the first anchor, and position of its saddle, px. */
const vertical = { lead: 44, saddle: 12 };

/**
 * Draws the end of a main cable in its anchorage: up to the splay saddle the strands form one bundle, in paint; from there each
 * strand is separate and becomes the rule over its value. On narrow screens the bundle runs down the left edge and strands leave
 * it one after the other. The rows beside it have equal heights.
 */
export function CableSplay({ strands }: { strands: number }) {
  const anchors = Array.from({ length: strands }, (_, index) => (100 * index) / strands);
  const middle = (50 * (strands - 1)) / strands;
  const inBundle = (index: number) => middle + (index - (strands - 1) / 2) * lay;
  const across = `V${round(inBundle(strands + 0.5))}`;
  return (
    <>
      <LineDrawing className={styles.fan} viewBox="0 0 100 100">
        <path strokeWidth={1.5} d={anchors.map((anchor, index) => strandPath(inBundle(index), anchor)).join('')} />
        <path
          className={lines.paint}
          strokeWidth={2.5}
          d={anchors.map((_, index) => `M0 ${round(inBundle(index))}H${saddle}`).join('')}
        />
        <path strokeWidth={7} d={[...bands, saddle].map((x) => `M${x} ${round(inBundle(-1.5))}${across}`).join('')} />
      </LineDrawing>
      <LineDrawing className={styles.brush}>
        {anchors.map((anchor, index) => {
          const x = 2 + lane * (strands - 1 - index);
          const y = `${round(anchor)}%`;
          return (
            <g key={anchor}>
              <line strokeWidth={1.5} x1={x} x2={x} y1={-vertical.saddle} y2={y} />
              <line strokeWidth={1.5} x1={x} x2="100%" y1={y} y2={y} />
              <line className={lines.paint} strokeWidth={2.5} x1={x} x2={x} y1={-vertical.lead} y2={-vertical.saddle} />
            </g>
          );
        })}
        <line strokeWidth={7} x1={-3} x2={lane * strands + 1} y1={-vertical.saddle} y2={-vertical.saddle} />
      </LineDrawing>
    </>
  );
}

function strandPath(from: number, to: number): string {
  const bend = (100 - saddle) * ease;
  return `M${saddle} ${round(from)}C${saddle + bend} ${round(from)} ${100 - bend} ${round(to)} 100 ${round(to)}`;
}

const round = (value: number) => Math.round(value * 100) / 100;
