import { careersPath } from '../../paths.ts';
import { formatDay } from '../../shared/format-day.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { Hidden } from '../../ui/hidden/Hidden.tsx';
import { Prose } from '../../ui/prose/Prose.tsx';
import { ReadingHead } from '../../ui/reading-head/ReadingHead.tsx';
import { Section } from '../../ui/section/Section.tsx';
import columns from '../../ui/split/Columns.module.css';
import { Lead } from '../../ui/text/Text.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import { OtherWays, type OtherWaysProps } from './OtherWays.tsx';
import { PositionFacts } from './PositionFacts.tsx';
import styles from './PositionView.module.css';
import type { Position } from './position.schema.ts';

/** One position in full, with its application form (Ruling 29). */
export function PositionView({ position, otherWays }: { position: Position; otherWays: OtherWaysProps }) {
  return (
    <article>
      <ReadingHead
        trail={[
          { label: 'Home', to: '/' },
          { label: 'Join us', to: careersPath },
        ]}
        title={position.title}
      >
        <PositionFacts position={position} />
      </ReadingHead>
      <Section space="after" className={columns.columns}>
        <div className={styles.summary}>
          <Lead>{position.short_description}</Lead>
          {(position.posted || position.valid_through) && (
            <p className={styles.dates}>
              {position.posted && (
                <>
                  Posted <time dateTime={position.posted}>{formatDay(position.posted)}</time>
                </>
              )}
              {position.posted && position.valid_through && ', '}
              {position.valid_through && (
                <>
                  open until <time dateTime={position.valid_through}>{formatDay(position.valid_through)}</time>
                </>
              )}
            </p>
          )}
          <p className={styles.apply} data-screen-only="">
            <ButtonLink to="#apply">Apply</ButtonLink>
          </p>
        </div>
        <div className={styles.body}>
          {/* Texts of positions begin at the third level. */}
          <Hidden as="h2">About the position</Hidden>
          <Prose html={position.html} />
        </div>
      </Section>
      <Section space="after" anchor="apply" heading="Apply">
        <div className={columns.columns}>
          <div className={styles.body}>
            <ApplicationForm jobId={position.job_id} title={position.title} />
          </div>
          <p className={styles.other}>
            <OtherWays {...otherWays} />
          </p>
        </div>
      </Section>
    </article>
  );
}
