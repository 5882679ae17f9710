import { maxSearchLength } from '../../shared/search-length.ts';
import { Icon } from '../icon/Icon.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  /** For the label, which the form provides. */
  id: string;
  value?: string;
}

/** A search box with its button; the query parameter is `search`. */
export function SearchField({ id, value }: SearchFieldProps) {
  return (
    <div className={styles.field}>
      <input
        id={id}
        type="search"
        name="search"
        dir="auto"
        placeholder="Type to search.."
        maxLength={maxSearchLength}
        defaultValue={value}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </div>
  );
}
