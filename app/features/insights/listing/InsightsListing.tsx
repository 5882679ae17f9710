import { useEffect, useRef } from 'react';
import { Link, useNavigation } from 'react-router';
import { Hidden } from '../../../ui/hidden/Hidden.tsx';
import { Section } from '../../../ui/section/Section.tsx';
import { useTabs } from '../../../ui/tabs/use-tabs.ts';
import type { CategorySlug } from '../article.schema.ts';
import { ArticleCardView } from '../article-card/ArticleCardView.tsx';
import { scrollDelayMs } from '../limits.ts';
import type { ListingData } from '../listing-data.ts';
import { changeListing, listingHref, listingPath } from '../listing-state.ts';
import styles from './InsightsListing.module.css';
import { ListingTools } from './ListingTools.tsx';
import { Pagination } from './Pagination.tsx';
import { useListingNavigation } from './use-listing-navigation.ts';

/** Tabs, search, filter, results and pages (Specification 2, Insights). Its state is the address. */
export function InsightsListing({ listing }: { listing: ListingData }) {
  const { state, categories, cards, pageCount } = listing;
  const results = useRef<HTMLDivElement>(null);
  const go = useListingNavigation();
  const navigation = useNavigation();
  const loading = navigation.state === 'loading' && navigation.location.pathname === listingPath;
  const tabs = useTabs({
    keys: categories.map(({ slug }) => slug),
    active: state.category,
    onChange: (category) => go(changeListing(state, { category: category as CategorySlug })),
    orientation: 'horizontal',
    label: 'Kind of article',
  });
  useScrollAfterPaging(results, state.page);

  return (
    <Section>
      <Hidden as="h2">Success stories and insights</Hidden>
      <div className={styles.bar}>
        <div className={styles.tabs} {...tabs.list}>
          {categories.map(({ slug, name }) => (
            <Link
              key={slug}
              to={listingHref(changeListing(state, { category: slug }))}
              preventScrollReset
              className={styles.tab}
              data-active={slug === state.category ? '' : undefined}
              {...tabs.tab(slug)}
            >
              {name}
            </Link>
          ))}
        </div>
        <ListingTools listing={listing} />
      </div>
      <Chips listing={listing} />
      <div ref={results} {...tabs.panel(state.category)} aria-busy={loading}>
        <p className={styles.status} role="status">
          {loading ? (
            <span className={styles.loading}>Loading...</span>
          ) : cards.length === 0 ? (
            <span className={styles.none}>No results found.</span>
          ) : (
            <Hidden>{`${listing.total} ${listing.total === 1 ? 'result' : 'results'}, page ${state.page} of ${pageCount}`}</Hidden>
          )}
        </p>
        {cards.length > 0 && (
          <div className={styles.cards} data-loading={loading ? '' : undefined}>
            {cards.map((card) => (
              <ArticleCardView key={card.slug} card={card} />
            ))}
          </div>
        )}
        <Pagination current={state.page} pageCount={pageCount} hrefOf={(page) => listingHref({ ...state, page })} />
      </div>
    </Section>
  );
}

/** What is applied, each with its way out. */
function Chips({ listing: { state, topics, industries } }: { listing: ListingData }) {
  const chips = [
    ...(state.search ? [{ name: `“${state.search}”`, without: changeListing(state, { search: '' }) }] : []),
    ...topics
      .filter(({ slug }) => state.topics.includes(slug))
      .map(({ slug, name }) => ({
        name,
        without: changeListing(state, { topics: state.topics.filter((topic) => topic !== slug) }),
      })),
    ...industries
      .filter(({ slug }) => state.industries.includes(slug))
      .map(({ slug, name }) => ({
        name,
        without: changeListing(state, { industries: state.industries.filter((industry) => industry !== slug) }),
      })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Applied">
      {chips.map(({ name, without }) => (
        <li key={name}>
          <Link to={listingHref(without)} preventScrollReset className={styles.chip}>
            {name}
            <span aria-hidden="true">×</span>
            <Hidden>: remove</Hidden>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={listingHref(changeListing(state, { search: '', topics: [], industries: [] }))}
            preventScrollReset
            className={styles.clear}
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** After a page change the results stand at the middle of the viewport's height (Contract; Specification 9: after 100 ms). */
function useScrollAfterPaging(results: { current: HTMLElement | null }, page: number): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const timer = setTimeout(() => {
      const top = results.current?.getBoundingClientRect().top ?? 0;
      scrollTo({ top: scrollY + top - innerHeight / 2 });
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, [page, results]);
}
