import type { ReactNode } from 'react';
import styles from './Island.module.css';

/** What JSON conveys unchanged. Types of props are aliases: an interface, to which others may add, is not assignable to it. */
type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [name: string]: Plain };

interface IslandProps {
  /** Name by which `app/islands.ts` loads the script. */
  name: string;
  /**
   * When the browser fetches and runs the script; interaction or focus wakes any island immediately.
   * - `near`: the island comes within half a screen of the view
   * - `idle`: the browser is idle; for content that moves automatically
   */
  wake: 'near' | 'idle';
  /** The media query under which the script is needed and fetched; always if absent. */
  media?: string | undefined;
  /** Plain data for the script. */
  props?: Plain;
  /** The containing element; `span` inside a paragraph. */
  as?: 'div' | 'span';
  children?: ReactNode;
}

/** HTML that a script enhances (docs/decisions/0011-documents-and-islands.md). Its state is in the page's own elements. */
export function Island({ name, wake, media, props = {}, as: Tag = 'div', children }: IslandProps) {
  return (
    <Tag
      className={styles.island}
      data-island={name}
      data-wake={wake}
      data-media={media}
      data-props={JSON.stringify(props)}
    >
      {children}
    </Tag>
  );
}
