import { Fragment } from 'react';
import { cx } from '../../shared/class-names.ts';
import { DimensionLine } from '../../ui/dimension-line/DimensionLine.tsx';
import { Island } from '../../ui/island/Island.tsx';
import { Section } from '../../ui/section/Section.tsx';
import columns from '../../ui/split/Columns.module.css';
import sticky from '../../ui/split/Sticky.module.css';
import { NoResults } from '../../ui/text/Text.tsx';
import { OtherWays, type OtherWaysProps } from './OtherWays.tsx';
import { PositionCard } from './PositionCard.tsx';
import styles from './PositionList.module.css';
import type { PositionListData } from './position-list-data.ts';
import { careersHref } from './position-paths.ts';

interface PositionListProps {
  list: PositionListData;
  otherWays: OtherWaysProps;
}

/** Category tabs and job cards (Specification 2, Careers). `position-list.island.ts` replaces each `data-part` when the URL changes. */
export function PositionList({ list, otherWays }: PositionListProps) {
  const { positions } = list;
  const entries = [{ slug: '', name: `All positions (${list.total})`, count: undefined }, ...list.categories];
  return (
    <Section anchor="positions">
      <Island name="position-list" wake="idle">
        <div data-part="heading">
          <DimensionLine heading="Open positions" count={positions.length} />
        </div>
        <div className={cx(columns.columns, styles.columns)}>
          <div className={cx(sticky.sticky, styles.side)}>
            <div className={styles.tabs} id="categories" data-tabs data-screen-only="">
              {entries.map(({ slug, name, count }) => (
                <Fragment key={slug}>
                  <a
                    href={careersHref(slug)}
                    className={styles.tab}
                    data-active={slug === list.category ? '' : undefined}
                  >
                    <span>{name}</span> {count !== undefined && <span className={styles.count}>{count}</span>}
                  </a>{' '}
                </Fragment>
              ))}
            </div>
            <p className={styles.note}>
              Nothing that fits? <OtherWays {...otherWays} />
            </p>
          </div>
          <div className={styles.list} data-results data-part="positions">
            {positions.map((position) => (
              <PositionCard key={position.job_id} position={position} />
            ))}
            {positions.length === 0 && (
              <p>
                <NoResults />
              </p>
            )}
          </div>
        </div>
      </Island>
    </Section>
  );
}
