import lines from '../../../../ui/drawing/LineDrawing.module.css';
import styles from './BridgeSpan.module.css';
import { type Stage, towerOf } from './stage.ts';

interface BridgeSpanProps {
  stage: Stage;
  /** Stage of the span to the right, whose tower both share. */
  next: Stage | undefined;
}

const fine = { strokeWidth: 0.8, opacity: 0.6 } as const;

const cable = 'M0 18Q200 286 400 18';
/** Legs, portal braces and saddle. */
const tower = {
  rising: 'M-6 226V108M6 226V108M-6 116H6M-6 150H6M-6 186H6',
  full: 'M-6 226V18M6 226V18M-6 32H6M-6 76H6M-6 116H6M-6 150H6M-6 186H6M-9 18H9',
};
/** The right part of the bed, which ends as deep as it begins, so that the beds of adjacent spans meet. */
const bed =
  'L100 258.5L110 258.6L120 258.7L130 259L140 259.5L150 260.1L160 260.9L170 261.9L180 262.9L190 264L200 265L210 265.8L220 266.4L230 266.7L240 266.6L250 266.1L260 265.2L270 263.9L280 262.3L290 260.4L300 258.5L310 256.6L320 254.7L330 253.1L340 251.8L350 250.9L360 250.4L370 250.3L380 250.6L390 251.2L400 252';
/** The bed of the water, with the draughtsman's strokes for earth. */
const ground = {
  water: 'M0 234H400',
  bed: `M0 252L10 253L20 254.1L30 255.1L40 256.1L50 256.9L60 257.5L70 258L80 258.3L90 258.4${bed}`,
  earth:
    'M10 253l-7 9M22 254.3l-7 9M34 255.5l-7 9M46 256.6l-7 9M58 257.4l-7 9M70 258l-7 9M82 258.3l-7 9M94 258.5l-7 9M106 258.5l-7 9M118 258.7l-7 9M130 259l-7 9M142 259.6l-7 9M154 260.4l-7 9M166 261.5l-7 9M178 262.7l-7 9M190 264l-7 9M202 265.2l-7 9M214 266.1l-7 9M226 266.7l-7 9M238 266.7l-7 9M250 266.1l-7 9M262 264.9l-7 9M274 263.3l-7 9M286 261.2l-7 9M298 258.9l-7 9M310 256.6l-7 9M322 254.4l-7 9M334 252.6l-7 9M346 251.2l-7 9M358 250.5l-7 9M370 250.3l-7 9M382 250.7l-7 9M394 251.5l-7 9',
};
/** The same below the first span, which begins with the bank. */
const bank = {
  water: 'M92 234H400',
  bed: `M0 206H74${bed}`,
  earth:
    'M10 206l-7 9M22 206l-7 9M34 206l-7 9M46 206l-7 9M58 206l-7 9M70 206l-7 9M112 258.6l-7 9M124 258.8l-7 9M136 259.3l-7 9M148 260l-7 9M160 260.9l-7 9M172 262.1l-7 9M184 263.4l-7 9M196 264.6l-7 9M208 265.7l-7 9M220 266.4l-7 9M232 266.7l-7 9M244 266.5l-7 9M256 265.6l-7 9M268 264.2l-7 9M280 262.3l-7 9M292 260.1l-7 9M304 257.7l-7 9M316 255.4l-7 9M328 253.4l-7 9M340 251.8l-7 9M352 250.8l-7 9M364 250.3l-7 9M376 250.4l-7 9M388 251l-7 9M400 252l-7 9',
};

/** Draws one span of the bridge under construction; adjacent spans form one bridge. Decorative. */
export function BridgeSpan({ stage, next }: BridgeSpanProps) {
  const towers = [
    { x: 0, state: towerOf(stage) },
    { x: 400, state: towerOf(next ?? stage) },
  ];
  const hasCable = stage === 'cable' || stage === 'load';
  const { water, bed, earth } = stage === 'survey' ? bank : ground;
  return (
    <svg className={lines.lines} viewBox="0 0 400 284" strokeWidth={1.25} strokeLinejoin="round" aria-hidden="true">
      <path {...fine} d={water} />
      <path d={bed} />
      <path {...fine} d={earth} />
      {!hasCable && <path className={styles.planned} d={cable} />}
      {stage !== 'load' && <path className={styles.planned} d={stage === 'cable' ? 'M150 192H400' : 'M0 192H400'} />}
      {stage === 'survey' && <Survey />}
      {stage === 'towers' && <path d="M0 108V62L58 40M0 62L30 104M54 41.500V98M46 98H62V106H46Z" />}
      {stage === 'cable' && <Hanging />}
      {stage === 'load' && <Loaded />}
      {hasCable && <path strokeWidth={2} d={cable} />}
      {towers.map(
        ({ x, state }) =>
          state !== 'none' && (
            <g key={x} transform={`translate(${x})`}>
              <path className={styles.pier} d="M-15 252L-11 226H11L15 252Z" />
              <path strokeWidth={2} d={tower[state]} />
            </g>
          ),
      )}
    </svg>
  );
}

/** An instrument on the bank, its sight lines to the points of the future tower, and soundings from the water to the bed. */
function Survey() {
  return (
    <>
      <path {...fine} d="M38 164L400 18M38 164L400 192M38 164L400 234" />
      <path
        {...fine}
        d="M136 234V259.3m-3 0h6M168 234V261.7m-3 0h6M200 234V265m-3 0h6M232 234V266.7m-3 0h6M264 234V264.7m-3 0h6M296 234V259.3m-3 0h6M328 234V253.4m-3 0h6M360 234V250.4m-3 0h6"
      />
      <path d="M38 169L26 206M38 169L50 206M38 169V202" />
      <path className={styles.solid} d="M29 166l17 -4l1.500 6l-17 4Z" />
    </>
  );
}

/** Hangers that already carry the deck, and one more section that is lifted from a barge. */
function Hanging() {
  return (
    <>
      <path {...fine} d="M25 49.4V192M50 76.6V192M75 99.7V192M100 118.5V192M125 133.2V192M150 143.6V192" />
      <path strokeWidth={3} d="M0 192H162" />
      <path {...fine} d="M174 149.7V212M212 151.5V212" />
      <path strokeWidth={3} d="M168 212H218" />
      <path className={styles.solid} d="M160 230H226L218 238H168Z" />
    </>
  );
}

/** All hangers, the deck, and a convoy on it. */
function Loaded() {
  return (
    <>
      <path
        {...fine}
        d="M25 49.4V192M50 76.6V192M75 99.7V192M100 118.5V192M125 133.2V192M150 143.6V192M175 149.9V192M200 152V192M225 149.9V192M250 143.6V192M275 133.2V192M300 118.5V192M325 99.7V192M350 76.6V192M375 49.4V192"
      />
      <path className={lines.paint} strokeWidth={4} d="M0 192H400" />
      <path
        className={styles.convoy}
        d="M62 188h36v-7h-7v-7h-29ZM122 188h36v-7h-7v-7h-29ZM182 188h36v-7h-7v-7h-29ZM242 188h36v-7h-7v-7h-29ZM302 188h36v-7h-7v-7h-29Z"
      />
    </>
  );
}
