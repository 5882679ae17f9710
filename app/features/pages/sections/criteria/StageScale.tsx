import { cx } from '../../../../shared/class-names.ts';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './StageScale.module.css';

type Stages = SectionOf<'criteria'>['stages'];

/** A bay's box, which stretches with the page, with the heights of the truss's chords and of the pier's foot. */
const bay = { width: 200, height: 120, top: 12, deck: 62 };
/** Triangles in one bay. */
const panels = 4;
/** Reach of the launching nose into the first unbuilt bay, and height of its tip. */
const nose = { reach: 132, tip: 50 };
const built = { className: lines.paint, strokeWidth: 3 };
const web = { className: lines.paint, strokeWidth: 1.25 };

/** Draws the stages as bays of a bridge that is launched from the left: stages with investments are built, in paint. */
export function StageScale({ stages }: { stages: Stages }) {
  return (
    <ol className={styles.scale}>
      {stages.map(({ name, invested }, index) => {
        const reached = !invested && stages[index - 1]?.invested === true;
        return (
          <li key={name} className={cx(styles.stage, invested && styles.invested)}>
            <LineDrawing className={styles.bay} viewBox={`0 0 ${bay.width} ${bay.height}`}>
              <path strokeWidth={invested ? 2 : 1} d={`M0 ${bay.deck}V${bay.height}`} />
              {index === stages.length - 1 && (
                <path strokeWidth={invested ? 2 : 1} d={`M${bay.width} ${bay.deck}V${bay.height}`} />
              )}
              {!invested && <path strokeWidth={1} strokeDasharray="7 6" d={`M0 ${bay.deck}H${bay.width}`} />}
              {invested && <path {...web} d={webPath()} />}
              {invested && <path {...built} d={`M0 ${bay.top}H${bay.width}M0 ${bay.deck}H${bay.width}`} />}
              {invested && index === 0 && <path {...built} d={`M0 ${bay.top}V${bay.deck}`} />}
              {invested && index === stages.length - 1 && (
                <path {...built} d={`M${bay.width} ${bay.top}V${bay.deck}`} />
              )}
              {reached && <path {...web} d={nosePath()} />}
              {reached && (
                <path
                  {...built}
                  d={`M0 ${bay.deck}V${bay.top}L${nose.reach} ${nose.tip}L${nose.reach - 10} ${bay.deck}Z`}
                />
              )}
            </LineDrawing>
            <span className={styles.measure} />
            <span className={styles.name}>{name}</span>
            <Hidden>{invested ? ', invested' : ', not invested'}</Hidden>
          </li>
        );
      })}
    </ol>
  );
}

function webPath(): string {
  const step = bay.width / panels;
  const triangles = Array.from({ length: panels }, (_, index) => {
    const x = index * step;
    return `M${x} ${bay.deck}L${x + step / 2} ${bay.top}L${x + step} ${bay.deck}`;
  });
  return triangles.join('');
}

/** The nose's web: two triangles under its falling chord. */
function nosePath(): string {
  const chord = (x: number) => bay.top + ((nose.tip - bay.top) * x) / nose.reach;
  const step = bay.width / panels;
  return `M0 ${bay.deck}L${step / 2} ${chord(step / 2)}L${step} ${bay.deck}L${step * 1.5} ${chord(step * 1.5)}L${step * 2} ${bay.deck}`;
}
