import { memo, useEffect, useRef } from 'react';
import { Link, useNavigation, useNavigationType } from 'react-router';
import { shortenToCharacters } from '../../../shared/shorten.ts';
import { Hidden } from '../../../ui/hidden/Hidden.tsx';
import { Section } from '../../../ui/section/Section.tsx';
import { useTabs } from '../../../ui/tabs/use-tabs.ts';
import type { CategorySlug } from '../article.schema.ts';
import { ArticleCardView } from '../article-card/ArticleCardView.tsx';
import { chipLength, scrollDelayMs } from '../limits.ts';
import type { ListingData } from '../listing-data.ts';
import {
  changeListing,
  type ListingChange,
  type ListingState,
  listingHref,
  listingPath,
  noChoices,
} from '../listing-state.ts';
import styles from './InsightsListing.module.css';
import { ListingTools } from './ListingTools.tsx';
import { Pagination } from './Pagination.tsx';
import { type ListingDraft, useListingDraft } from './use-listing-draft.ts';

/** Tabs, search, filter, results and pages (Specification 2, Insights). Its state is the address. */
export function InsightsListing({ listing }: { listing: ListingData }) {
  const { state, categories, cards, pageCount } = listing;
  const results = useRef<HTMLDivElement>(null);
  const next = useListingDraft(state);
  const navigation = useNavigation();
  const loading = navigation.state === 'loading' && navigation.location.pathname === listingPath;
  const tabs = useTabs({
    keys: categories.map(({ slug }) => slug),
    active: state.category,
    onChange: (category) => next.go({ category: category as CategorySlug }),
    orientation: 'horizontal',
    label: 'Kind of article',
  });
  useScrollAfterPaging(results, state);
  useFocusKept(results, listingHref(state));

  return (
    <Section>
      <Hidden as="h2">Success stories and insights</Hidden>
      <div className={styles.bar}>
        <div className={styles.tabs} {...tabs.list}>
          {categories.map(({ slug, name }) => (
            <Link
              key={slug}
              {...next.linkTo({ category: slug })}
              className={styles.tab}
              data-active={slug === state.category ? '' : undefined}
              {...tabs.tab(slug)}
            >
              {name}
            </Link>
          ))}
        </div>
        <ListingTools listing={listing} next={next} />
      </div>
      <Chips listing={listing} next={next} />
      <div ref={results} {...tabs.panel(state.category)} aria-busy={loading}>
        <p className={styles.status} role="status">
          {loading ? (
            <span className={styles.loading}>Loading...</span>
          ) : cards.length === 0 ? (
            <span className={styles.none}>No results found.</span>
          ) : (
            <Hidden>{`${counted(listing.total)}, page ${state.page} of ${pageCount}`}</Hidden>
          )}
        </p>
        {cards.length === 0 && <WaysOut listing={listing} next={next} />}
        {cards.length > 0 && (
          <div className={styles.cards} data-loading={loading ? '' : undefined}>
            <Cards cards={cards} />
          </div>
        )}
        <Pagination current={state.page} pageCount={pageCount} linkTo={next.linkToPage} />
      </div>
    </Section>
  );
}

/** Apart, so that a key typed in the search box renders none of them again. */
const Cards = memo(({ cards }: Pick<ListingData, 'cards'>) =>
  cards.map((card) => <ArticleCardView key={card.slug} card={card} />),
);

interface PartProps {
  listing: ListingData;
  next: ListingDraft;
}

const counted = (total: number) => `${total} ${total === 1 ? 'result' : 'results'}`;

/** Where nothing was found: what the other tab has of it, and the tab without search and filter. */
function WaysOut({ listing: { state, categories, elsewhere }, next }: PartProps) {
  const other = categories.find(({ slug }) => slug === elsewhere?.category);
  return (
    <p className={styles.ways}>
      {elsewhere && other && (
        <Link {...next.linkTo({ category: other.slug })}>
          {counted(elsewhere.total)} in {other.name}
        </Link>
      )}
      {listingHref(state) !== listingHref(changeListing(state, noChoices)) && (
        <Link {...next.linkTo(noChoices)}>Clear search and filter</Link>
      )}
    </p>
  );
}

/** What is applied, each with its way out. */
function Chips({ listing: { state, topics, industries }, next }: PartProps) {
  const { draft } = next;
  const chips: { key: string; name: string; without: ListingChange }[] = [
    ...(state.search
      ? [{ key: 'search', name: `“${shortenToCharacters(state.search, chipLength)}”`, without: { search: '' } }]
      : []),
    ...topics
      .filter(({ slug }) => state.topics.includes(slug))
      .map(({ slug, name }) => ({
        key: `topic ${slug}`,
        name,
        without: { topics: draft.topics.filter((topic) => topic !== slug) },
      })),
    ...industries
      .filter(({ slug }) => state.industries.includes(slug))
      .map(({ slug, name }) => ({
        key: `industry ${slug}`,
        name,
        without: { industries: draft.industries.filter((industry) => industry !== slug) },
      })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Applied">
      {chips.map(({ key, name, without }) => (
        <li key={key}>
          <Link {...next.linkTo(without)} className={styles.chip}>
            {name}
            <span aria-hidden="true">×</span>
            <Hidden>: remove</Hidden>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link {...next.linkTo(noChoices)} className={styles.clear}>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/**
 * After a page change the results stand at the middle of the viewport's height (Contract; Specification 9: after 100 ms) and
 * have the focus, so that the next Tab leads to the first of them and not on from below the last. Back and Forward lead to
 * where the visitor was (Ruling 11).
 */
function useScrollAfterPaging(results: { current: HTMLElement | null }, state: ListingState): void {
  const { page } = state;
  const found = listingHref({ ...state, page: 1 });
  const shown = useRef({ page, found });
  const type = useNavigationType();
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, found };
    if (before.page === page || type === 'POP') return;
    // A search that leads back to page 1 leaves the focus in its field.
    if (before.found === found) results.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      const top = results.current?.getBoundingClientRect().top ?? 0;
      scrollTo({ top: scrollY + top - innerHeight / 2 });
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, [page, found, results, type]);
}

/** The results take the focus that goes with a control: "Next" on the last page, the chip that was taken away. */
function useFocusKept(results: { current: HTMLElement | null }, address: string): void {
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    if (document.activeElement === document.body) results.current?.focus({ preventScroll: true });
  }, [address, results]);
}
