import { type FormEvent, useRef } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Hidden } from '../../../ui/hidden/Hidden.tsx';
import { useHydrated } from '../../../ui/hydrated/use-hydrated.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import type { CountedTerm, ListingData } from '../listing-data.ts';
import { type ListingState, listingPath } from '../listing-state.ts';
import styles from './ListingTools.module.css';
import type { ListingDraft } from './use-listing-draft.ts';

const searchId = 'insights-search';
const popupId = 'insights-filter';

/**
 * Search box and filter popup. A change takes effect 400 ms after the last one, or at once by the search icon, Enter or
 * "Apply filter" (Specification 4). Without JavaScript they are two forms that ask for the same addresses.
 */
export function ListingTools({
  listing: { topics, industries },
  next: { draft, edit, apply },
}: {
  listing: ListingData;
  next: ListingDraft;
}) {
  // Without JavaScript the browser tells itself whether the popup is open; with it, the early script keeps the attribute.
  const hydrated = useHydrated();
  const popup = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    popup.current?.hidePopover();
    apply();
  };
  const toggle = (kind: 'topics' | 'industries', slug: string) =>
    edit((before) => ({
      [kind]: before[kind].includes(slug)
        ? before[kind].filter((term) => term !== slug)
        : [...before[kind], slug].sort(),
    }));
  const selected = draft.topics.length + draft.industries.length;

  return (
    <div className={styles.tools}>
      <search className={styles.search}>
        <form action={listingPath} method="get" onSubmit={submit}>
          <input type="hidden" name="category" value={draft.category} />
          <Terms state={draft} />
          <Hidden as="label" htmlFor={searchId}>
            Search
          </Hidden>
          <input
            id={searchId}
            type="search"
            name="search"
            placeholder="Type to search.."
            autoComplete="off"
            value={draft.search}
            onChange={({ target }) => edit(() => ({ search: target.value }))}
          />
          <button type="submit" aria-label="Search">
            <Icon name="search" />
          </button>
        </form>
      </search>
      <button
        type="button"
        className={styles.filter}
        popoverTarget={popupId}
        {...(hydrated ? { 'aria-expanded': false } : {})}
      >
        <Icon name="filter" />
        Filter
      </button>
      <form
        ref={popup}
        id={popupId}
        popover="auto"
        className={styles.popup}
        aria-label="Filter"
        action={listingPath}
        method="get"
        onSubmit={submit}
      >
        <input type="hidden" name="category" value={draft.category} />
        {draft.search && <input type="hidden" name="search" value={draft.search} />}
        <TermList
          legend="Topics"
          name="topic"
          terms={topics}
          chosen={draft.topics}
          onToggle={(slug) => toggle('topics', slug)}
        />
        <TermList
          legend="Industries"
          name="industry"
          terms={industries}
          chosen={draft.industries}
          onToggle={(slug) => toggle('industries', slug)}
        />
        <div className={styles.foot}>
          <p>{selected} selected</p>
          <Button type="submit">Apply filter</Button>
        </div>
      </form>
    </div>
  );
}

/** The chosen terms as hidden fields, so that a search keeps the filter with JavaScript off too. */
function Terms({ state }: { state: ListingState }) {
  return (
    <>
      {state.topics.map((topic) => (
        <input key={topic} type="hidden" name="topic" value={topic} />
      ))}
      {state.industries.map((industry) => (
        <input key={industry} type="hidden" name="industry" value={industry} />
      ))}
    </>
  );
}

interface TermListProps {
  legend: string;
  name: string;
  terms: readonly CountedTerm[];
  chosen: readonly string[];
  onToggle: (slug: string) => void;
}

function TermList({ legend, name, terms, chosen, onToggle }: TermListProps) {
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
            checked={chosen.includes(term.slug)}
            onChange={() => onToggle(term.slug)}
          />
          <span>{term.name}</span>
          <span className={styles.count}>{term.count}</span>
        </label>
      ))}
    </fieldset>
  );
}
