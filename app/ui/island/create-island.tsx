import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { cx } from '../../shared/class-names.ts';
import styles from './Island.module.css';

/**
 * When the browser fetches and runs an island's script; a touch or the focus wakes every island at once.
 * - `near`: the island comes within half a screen of the view
 * - `idle`: the page has nothing else to do; for what moves by itself
 */
export const wakeTimes = ['near', 'idle'] as const;
export type WakeTime = (typeof wakeTimes)[number];

/** Largest size of an island's serialised props, in characters: what is longer belongs into its children. */
export const maxPropsLength = 5000;

/** Renders the islands of one document apart from it, so that each hydrates as a root of its own. */
export interface IslandRenderer {
  /**
   * Renders one island.
   * @param name of the island
   * @param content of the island
   * @returns an id that no other island of the document has, and the HTML (or its placeholder until the document is complete)
   */
  render(name: string, content: ReactNode): { id: string; html: string };
}

/** Provided by the renderer of the document; without it islands render in place and nothing can hydrate them. */
export const IslandContext = createContext<IslandRenderer | undefined>(undefined);

interface IslandOptions<Props> {
  wake: WakeTime;
  /** The media query under which there is something to wake for; elsewhere the browser fetches none of its script. Absent: always. */
  media?: (props: Props) => string | undefined;
}

type IslandProps<Props> = Omit<Props, 'children'> & { children?: ReactNode };

/**
 * Makes an island of an interactive component: the server renders it like the rest of the page, the browser hydrates it alone
 * (docs/decisions/0011-documents-and-islands.md).
 *
 * Its props travel as JSON: plain data, small. Its children stay HTML: the component puts them into a `Slot`, and no code of theirs
 * reaches the browser.
 * @param name under which `app/islands.ts` loads its script
 */
export function createIsland<Props extends object>(
  name: string,
  Component: ComponentType<Props>,
  { wake, media }: IslandOptions<Props>,
): ComponentType<IslandProps<Props>> {
  function Island({ children, ...props }: IslandProps<Props>) {
    const renderer = use(IslandContext);
    // What is left of the props without the children is what the component takes beside them.
    const content = <Component {...(props as unknown as Props)}>{children}</Component>;
    if (!renderer) return content;
    if (import.meta.env.DEV) checkProps(name, props);
    const { id, html } = renderer.render(name, content);
    return (
      <div
        className={styles.island}
        data-island={name}
        data-wake={wake}
        data-media={media?.(props as unknown as Props)}
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
  /** Under which `app/islands.ts` loads the script. */
  name: string;
  wake: WakeTime;
  /** Plain data for the script. */
  props?: object;
  className?: string | undefined;
  /** The element that holds it; `span` inside a paragraph. */
  as?: 'div' | 'span';
  children?: ReactNode;
}

/**
 * HTML that a plain script makes more of, without React: where all state lives in the page's own elements (links, fields, attributes)
 * and there is nothing to render in the browser.
 */
export function ScriptIsland({ name, wake, props = {}, className, as: Tag = 'div', children }: ScriptIslandProps) {
  if (import.meta.env.DEV) checkProps(name, props);
  return (
    <Tag
      className={cx(styles.island, className)}
      data-island={name}
      data-wake={wake}
      data-props={JSON.stringify(props)}
    >
      {children}
    </Tag>
  );
}

interface SlotProps {
  children?: ReactNode;
  className?: string | undefined;
}

/**
 * Where the children of an island stand. The server renders them; in the browser the element keeps the HTML it has, and React
 * neither knows nor touches what is in it.
 */
export function Slot({ children, className }: SlotProps) {
  if (import.meta.env.SSR) return <div className={className}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: hydration leaves the HTML of such an element alone
  return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

/** @throws in development, when props would not arrive in the browser as they are */
function checkProps(name: string, props: object): void {
  const json = JSON.stringify(props);
  if (json.length > maxPropsLength) {
    throw new Error(
      `The props of island "${name}" take ${json.length} characters; at most ${maxPropsLength} are allowed.`,
    );
  }
  const lost = findLost(props, JSON.parse(json), name);
  if (lost) throw new Error(`${lost} of island "${name}" is no plain data and would not reach the browser.`);
}

/** The path of the first value that JSON does not carry. */
function findLost(value: unknown, arrived: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return Object.is(value, arrived) ? undefined : path;
  if (typeof arrived !== 'object' || arrived === null) return path;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return path;
  const after = new Map(Object.entries(arrived));
  for (const [key, part] of Object.entries(value)) {
    // A property without a value is absent there; in a list it would be null.
    if (part === undefined && !Array.isArray(value)) continue;
    const lost = findLost(part, after.get(key), `${path}.${key}`);
    if (lost) return lost;
  }
  return undefined;
}
