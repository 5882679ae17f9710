import { Button } from '../../../ui/button/Button.tsx';
import { Hidden } from '../../../ui/hidden/Hidden.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { SearchField } from '../../../ui/search-field/SearchField.tsx';
import type { CountedTerm, ListingData } from '../listing-data.ts';
import { resultsAt } from '../listing-state.ts';
import styles from './ListingTools.module.css';

const searchId = 'insights-search';
const popupId = 'insights-filter';

/**
 * Search box and filter popup: two GET forms for the listing's URLs. With JavaScript, a change takes effect 400 ms after the last
 * one, or at once with the search icon, Enter or "Apply filter" (Specification 4).
 */
export function ListingTools({ listing: { state, topics, industries } }: { listing: ListingData }) {
  const selected = state.topics.length + state.industries.length;
  return (
    <div className={styles.tools}>
      <search className={styles.search}>
        <form action={resultsAt} method="get" autoComplete="off">
          <input type="hidden" name="category" value={state.category} />
          {state.topics.map((topic) => (
            <input key={topic} type="hidden" name="topic" value={topic} />
          ))}
          {state.industries.map((industry) => (
            <input key={industry} type="hidden" name="industry" value={industry} />
          ))}
          <Hidden as="label" htmlFor={searchId}>
            Search
          </Hidden>
          <SearchField id={searchId} value={state.search} />
        </form>
      </search>
      <button type="button" className={styles.filter} popoverTarget={popupId}>
        <Icon name="filter" />
        Filter
      </button>
      <form
        id={popupId}
        popover="auto"
        className={styles.popup}
        aria-label="Filter"
        action={resultsAt}
        method="get"
        autoComplete="off"
      >
        <input type="hidden" name="category" value={state.category} />
        {state.search && <input type="hidden" name="search" value={state.search} />}
        <TermList legend="Topics" name="topic" terms={topics} chosen={state.topics} />
        <TermList legend="Industries" name="industry" terms={industries} chosen={state.industries} />
        <div className={styles.foot}>
          <p>
            <span data-selected>{selected}</span> selected
          </p>
          <Button type="submit">Apply filter</Button>
        </div>
      </form>
    </div>
  );
}

interface TermListProps {
  legend: string;
  name: 'topic' | 'industry';
  terms: readonly CountedTerm[];
  chosen: readonly string[];
}

function TermList({ legend, name, terms, chosen }: TermListProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {terms.map((term) => (
        <label key={term.slug} className={styles.check}>
          <input
            type="checkbox"
            name={name}
            value={term.slug}
            aria-label={term.name}
            defaultChecked={chosen.includes(term.slug)}
          />
          <span>{term.name}</span>{' '}
          <span className={styles.count} data-count={`${name} ${term.slug}`}>
            {term.count}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
