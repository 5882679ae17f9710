import { Link, useNavigate, useNavigation } from 'react-router';
import { cx } from '../../shared/class-names.ts';
import { DimensionLine } from '../../ui/dimension-line/DimensionLine.tsx';
import { EmailAddress } from '../../ui/email-address/EmailAddress.tsx';
import { Section } from '../../ui/section/Section.tsx';
import { useTabs } from '../../ui/tabs/use-tabs.ts';
import { PositionCard } from './PositionCard.tsx';
import styles from './PositionList.module.css';
import { careersHref, careersPath } from './position-address.ts';
import type { PositionListData } from './position-list-data.ts';

interface PositionListProps {
  list: PositionListData;
  careersEmail: string;
}

/** Category tabs and job cards (Specification 2, Careers). Its state is the address (Contract, Addresses). */
export function PositionList({ list, careersEmail }: PositionListProps) {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const loading = navigation.state === 'loading' && navigation.location.pathname === careersPath;
  const tabs = useTabs({
    keys: ['', ...list.categories.map(({ slug }) => slug)].map(keyOf),
    active: keyOf(list.category),
    onChange: (key) => void navigate(careersHref(key === allKey ? '' : key), { preventScrollReset: true }),
    orientation: 'vertical',
    label: 'Categories',
  });
  const entries = [
    { slug: '', name: `All positions (${list.total})`, count: undefined },
    ...list.categories.map((category) => ({ ...category, count: category.count })),
  ];
  return (
    <Section anchor="positions">
      <DimensionLine heading="Open positions" count={list.positions.length} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <div className={styles.tabs} {...tabs.list}>
            {entries.map(({ slug, name, count }) => (
              <Link
                key={slug}
                to={careersHref(slug)}
                preventScrollReset
                className={cx(styles.tab, slug === list.category && styles.active)}
                {...tabs.tab(keyOf(slug))}
              >
                <span>{name}</span>
                {count !== undefined && <span className={styles.count}>{count}</span>}
              </Link>
            ))}
          </div>
          <p className={styles.note}>
            Nothing that fits? E-mail your resume to{' '}
            <a href={`mailto:${careersEmail}`}>
              <EmailAddress address={careersEmail} />
            </a>
            .
          </p>
        </div>
        <div
          className={styles.list}
          data-loading={loading ? '' : undefined}
          aria-busy={loading}
          {...tabs.panel(keyOf(list.category))}
        >
          {list.positions.map((position) => (
            <PositionCard key={position.job_id} position={position} />
          ))}
          {list.positions.length === 0 && <p className={styles.none}>No results found.</p>}
        </div>
      </div>
    </Section>
  );
}

/** Ids of tabs cannot be empty. */
const allKey = 'all';
const keyOf = (slug: string) => slug || allKey;
