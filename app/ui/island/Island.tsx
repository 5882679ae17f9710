import type { ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Island.module.css';

/**
 * When the browser fetches and runs an island's script; interaction or focus wakes any island immediately.
 * - `near`: the island comes within half a screen of the view
 * - `idle`: the browser is idle; for content that moves automatically
 */
export const wakeTimes = ['near', 'idle'] as const;
export type WakeTime = (typeof wakeTimes)[number];

/** Maximum size of an island's serialised props in characters; larger content belongs in its children. */
export const maxPropsLength = 5000;

interface IslandProps {
  /** Name by which `app/islands.ts` loads the script. */
  name: string;
  wake: WakeTime;
  /** The media query under which the script is needed and fetched; always if absent. */
  media?: string | undefined;
  /** Plain data for the script. */
  props?: object;
  className?: string | undefined;
  /** The containing element; `span` inside a paragraph. */
  as?: 'div' | 'span';
  children?: ReactNode;
}

/** HTML that a script enhances (docs/decisions/0011-documents-and-islands.md). Its state is in the page's own elements. */
export function Island({ name, wake, media, props = {}, className, as: Tag = 'div', children }: IslandProps) {
  if (import.meta.env.DEV) checkProps(name, props);
  return (
    <Tag
      className={cx(styles.island, className)}
      data-island={name}
      data-wake={wake}
      data-media={media}
      data-props={JSON.stringify(props)}
    >
      {children}
    </Tag>
  );
}

/** @throws in development, if props would not reach the browser unchanged */
function checkProps(name: string, props: object): void {
  const json = JSON.stringify(props);
  if (json.length > maxPropsLength) {
    throw new Error(
      `The props of island "${name}" have ${json.length} characters; at most ${maxPropsLength} are allowed.`,
    );
  }
  const lost = findLost(props, JSON.parse(json), name);
  if (lost) throw new Error(`${lost} of island "${name}" is not plain data and would not reach the browser.`);
}

/** Returns the path of the first value that does not survive serialisation. */
function findLost(value: unknown, arrived: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return Object.is(value, arrived) ? undefined : path;
  if (typeof arrived !== 'object' || arrived === null) return path;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return path;
  const after = new Map(Object.entries(arrived));
  for (const [key, part] of Object.entries(value)) {
    // JSON omits an undefined property; in a list it would become null.
    if (part === undefined && !Array.isArray(value)) continue;
    const lost = findLost(part, after.get(key), `${path}.${key}`);
    if (lost) return lost;
  }
  return undefined;
}
