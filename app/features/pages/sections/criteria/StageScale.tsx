import { cx } from '../../../../shared/class-names.ts';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './StageScale.module.css';

type Stages = SectionOf<'criteria'>['stages'];

/** The truss of a built bay, in a box of 200 by 120 that stretches with the page. */
const truss = {
  web: 'M0 62L25 12L50 62M50 62L75 12L100 62M100 62L125 12L150 62M150 62L175 12L200 62',
  chords: 'M0 12H200M0 62H200',
  start: 'M0 12V62',
  end: 'M200 12V62',
};
/** The launching nose, which reaches into the first unbuilt bay. */
const nose = { web: 'M0 62L25 19.2L50 62L75 33.6L100 62', chords: 'M0 62V12L132 50L122 62Z' };
const built = { className: lines.paint, strokeWidth: 3 };
const web = { className: lines.paint, strokeWidth: 1.25 };

/** Draws the stages as bays of a bridge that is launched from the left: stages with investments are built, in paint. */
export function StageScale({ stages }: { stages: Stages }) {
  return (
    <ol className={styles.scale}>
      {stages.map(({ name, invested }, index) => {
        const isLast = index === stages.length - 1;
        const reached = !invested && stages[index - 1]?.invested === true;
        return (
          <li key={name} className={cx(styles.stage, invested && styles.invested)}>
            <LineDrawing className={styles.bay} viewBox="0 0 200 120">
              <path strokeWidth={invested ? 2 : 1} d={isLast ? 'M0 62V120M200 62V120' : 'M0 62V120'} />
              {!invested && <path strokeWidth={1} strokeDasharray="7 6" d="M0 62H200" />}
              {invested && <path {...web} d={truss.web} />}
              {invested && <path {...built} d={truss.chords} />}
              {invested && index === 0 && <path {...built} d={truss.start} />}
              {invested && isLast && <path {...built} d={truss.end} />}
              {reached && <path {...web} d={nose.web} />}
              {reached && <path {...built} d={nose.chords} />}
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
