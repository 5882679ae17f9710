import { Fragment } from 'react';
import { shortenToCharacters } from '../../../shared/shorten.ts';
import { Hidden } from '../../../ui/hidden/Hidden.tsx';
import { Island } from '../../../ui/island/Island.tsx';
import { Section } from '../../../ui/section/Section.tsx';
import { NoResults } from '../../../ui/text/Text.tsx';
import { ArticleCardView } from '../article-card/ArticleCardView.tsx';
import { chipLength } from '../limits.ts';
import type { CountedTerm, ListingData } from '../listing-data.ts';
import { changeListing, type ListingChange, listingHref, noChoices, resultsHref, tabsId } from '../listing-state.ts';
import styles from './InsightsListing.module.css';
import { ListingTools } from './ListingTools.tsx';
import { Pagination } from './Pagination.tsx';

/** Tabs, search, filter, results and pages (Specification 2). `listing.island.ts` replaces each `data-part` when the URL changes. */
export function InsightsListing({ listing }: { listing: ListingData }) {
  const { state, categories, articles, pageCount, total } = listing;
  const isNarrowed = listingHref({ ...state, page: 1 }) !== listingHref(changeListing(state, noChoices));
  return (
    <Section>
      <Hidden as="h2">Success stories and insights</Hidden>
      <Island name="article-listing" wake="idle">
        <div className={styles.bar}>
          <div className={styles.tabs} id={tabsId} data-tabs>
            {categories.map(({ slug, name }) => (
              <Fragment key={slug}>
                <a
                  href={listingHref(changeListing(state, { category: slug }))}
                  className={styles.tab}
                  data-category={slug}
                  data-active={slug === state.category ? '' : undefined}
                >
                  {name}
                </a>{' '}
              </Fragment>
            ))}
          </div>
          <ListingTools listing={listing} />
        </div>
        <div data-part="chips">
          <Chips listing={listing} />
        </div>
        <div className={styles.results} data-results>
          <p className={styles.status} role="status" data-part="status">
            {articles.length === 0 ? (
              <NoResults className={styles.none} />
            ) : (
              <>
                {/* Only a search or filter makes the number worth seeing. */}
                {isNarrowed ? (
                  <span className={styles.found}>{counted(total)}</span>
                ) : (
                  <Hidden>{counted(total)}</Hidden>
                )}
                <Hidden>{`, page ${state.page} of ${pageCount}`}</Hidden>
              </>
            )}
          </p>
          {/* The label is an attribute: text browsers show a text inside a template. */}
          <template data-loading="Loading...">
            <span className={styles.loading} />
          </template>
          <div data-part="results">
            {articles.length === 0 ? (
              <Suggestions listing={listing} />
            ) : (
              <div className={styles.cards}>
                {articles.map((article) => (
                  <ArticleCardView key={article.slug} article={article} />
                ))}
              </div>
            )}
            <Pagination current={state.page} pageCount={pageCount} hrefOf={(page) => resultsHref({ ...state, page })} />
          </div>
        </div>
      </Island>
    </Section>
  );
}

interface PartProps {
  listing: ListingData;
}

const counted = (total: number) => `${total} ${total === 1 ? 'result' : 'results'}`;

/** Alternatives to an empty result: the other tab, similar searches, and the tab without search and filter. */
function Suggestions({ listing: { state, categories, elsewhere, offers } }: PartProps) {
  const other = categories.find(({ slug }) => slug === elsewhere?.category);
  const cleared = resultsHref(changeListing(state, noChoices));
  return (
    <p className={styles.ways}>
      {elsewhere && other && (
        <a href={resultsHref(changeListing(state, { category: other.slug }))}>
          {counted(elsewhere.total)} in {other.name}
        </a>
      )}
      {offers.map((offer) => (
        <a key={offer.name} href={resultsHref(offer.state)} data-offer>
          {offer.isTerm ? `${counted(offer.total)} on ${offer.name}` : `Did you mean “${offer.name}”?`}
        </a>
      ))}
      {resultsHref(state) !== cleared && (
        <a href={cleared} data-clear="all">
          Clear search and filter
        </a>
      )}
    </p>
  );
}

/** The active search and filters, each with a link that removes it. */
function Chips({ listing: { state, topics, industries } }: PartProps) {
  const chips = [
    ...termChips('topic', topics, state.topics, (rest) => ({ topics: rest })),
    ...termChips('industry', industries, state.industries, (rest) => ({ industries: rest })),
  ];
  if (state.search) {
    const name = `“${shortenToCharacters(state.search, chipLength)}”`;
    chips.unshift({ clear: 'search', value: '', name, without: { search: '' } });
  }
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Applied">
      {chips.map(({ clear, value, name, without }) => (
        <li key={`${clear} ${value}`}>
          <a
            href={resultsHref(changeListing(state, without))}
            className={styles.chip}
            data-clear={clear}
            data-value={value}
          >
            {name}
            <span aria-hidden="true">×</span>
            <Hidden>: remove</Hidden>
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a href={resultsHref(changeListing(state, noChoices))} className={styles.clear} data-clear="all">
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}

/** A chip for each chosen term. @param change the state with the other terms */
const termChips = (
  clear: string,
  terms: readonly CountedTerm[],
  chosen: readonly string[],
  change: (rest: readonly string[]) => ListingChange,
) =>
  terms
    .filter(({ slug }) => chosen.includes(slug))
    .map(({ slug, name }) => ({
      clear,
      value: slug,
      name,
      without: change(chosen.filter((other) => other !== slug)),
    }));
