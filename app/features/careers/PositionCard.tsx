import { positionHref } from '../../paths.ts';
import { cx } from '../../shared/class-names.ts';
import { Prose } from '../../ui/prose/Prose.tsx';
import toggle from '../../ui/toggle/Toggle.module.css';
import { ApplicationForm } from './ApplicationForm.tsx';
import styles from './PositionCard.module.css';
import { PositionFacts } from './PositionFacts.tsx';
import type { Position } from './position.schema.ts';

/** A position in the list: collapsed at first (Specification 2, Careers). Without JavaScript it is always expanded. */
export function PositionCard({ position }: { position: Position }) {
  const detailId = `${position.job_id}-detail`;
  const titleId = `${position.job_id}-title`;
  return (
    <article className={styles.job} id={position.job_id}>
      <h3 id={titleId} className={styles.title}>
        <a href={positionHref(position)}>{position.title}</a>
      </h3>
      <PositionFacts position={position} />
      <p className={styles.summary}>{position.short_description}</p>
      <button
        type="button"
        className={cx(toggle.toggle, styles.toggle)}
        aria-expanded="false"
        aria-controls={detailId}
        aria-describedby={titleId}
        data-disclosure=""
      >
        <span className={cx(toggle.label, styles.more)}>View Detail Requirement</span>{' '}
        <span className={cx(toggle.label, styles.less)}>View Less</span>
        <span className={toggle.plus} />
      </button>
      <div id={detailId} className={styles.detail} hidden>
        <Prose html={belowTitle(position.html)} />
        <h4 className={styles.apply} data-screen-only="">
          Apply
        </h4>
        <ApplicationForm jobId={position.job_id} title={position.title} />
      </div>
    </article>
  );
}

/** Moves the headings of a text below the title of its card, which has level 3. */
function belowTitle(html: string): string {
  const top = Math.min(...[...html.matchAll(/<h([2-6])/gu)].map(([, level]) => Number(level)));
  return html.replace(/(?<=<\/?h)[2-6]/gu, (level) => String(Math.min(Number(level) - top + 4, 6)));
}
