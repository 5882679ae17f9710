import { type ComponentType, createContext, type ReactNode, use } from 'react';
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

/** Renders the islands of one document separately, so that each hydrates as its own root. */
export interface IslandRenderer {
  /**
   * Renders one island.
   * @param name name of the island
   * @param content content of the island
   * @returns an id that is unique in the document, and the HTML (or its placeholder until the document is complete)
   */
  render(name: string, content: ReactNode): { id: string; html: string };
}

/** Provided by the document's renderer; without it islands render in place and cannot be hydrated. */
export const IslandContext = createContext<IslandRenderer | undefined>(undefined);

/**
 * Creates an island from an interactive component: the server renders it like the rest of the page, the browser hydrates only it
 * (docs/decisions/0011-documents-and-islands.md).
 *
 * Its props are sent as JSON and must be small plain data.
 * @param name name by which `app/islands.ts` loads its script
 */
export function createIsland<Props extends object>(
  name: string,
  Component: ComponentType<Props>,
  { wake }: { wake: WakeTime },
): ComponentType<Props> {
  function Island(props: Props) {
    const renderer = use(IslandContext);
    const content = <Component {...props} />;
    if (!renderer) return content;
    if (import.meta.env.DEV) checkProps(name, props);
    const { id, html } = renderer.render(name, content);
    return (
      <div
        className={styles.island}
        data-island={name}
        data-wake={wake}
        data-root={id}
        data-props={JSON.stringify(props)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React itself
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  }
  Island.displayName = `Island(${name})`;
  return Island;
}

interface ScriptIslandProps {
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

/**
 * HTML enhanced by a plain script without React, for components whose whole state is in the page's own elements (links, fields,
 * attributes) and that render nothing in the browser.
 */
export function ScriptIsland({
  name,
  wake,
  media,
  props = {},
  className,
  as: Tag = 'div',
  children,
}: ScriptIslandProps) {
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
