import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { WakeIsland } from './wake-islands.ts';

/**
 * Creates the script of an island that is a component: hydrates the server's HTML as its own root. The script resolves when the
 * island is interactive.
 */
export function hydrateComponent<Props extends object>(Component: ComponentType<Props>): WakeIsland {
  return (element, props) =>
    new Promise((resolve) => {
      hydrateRoot(
        element,
        <Hydrated onRendered={rememberContent(element)} onHydrated={resolve}>
          {/* The serialised props are those that the server rendered the component with. */}
          <Component {...(props as Props)} />
        </Hydrated>,
        { identifierPrefix: `${element.dataset.root}-` },
      );
      // From here on React replays events after hydration; the early script must not repeat them.
      element.dataset.hydrating = '';
    });
}

interface HydratedProps {
  /** Called before any effect of the component. */
  onRendered: () => void;
  onHydrated: () => void;
  children: React.ReactNode;
}

function Hydrated({ onRendered, onHydrated, children }: HydratedProps) {
  useLayoutEffect(onRendered, [onRendered]);
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/**
 * Remembers the parts of an island that React cannot render: the content of its slot, input and focus. Where a translator or an
 * extension changed the HTML before hydration, React replaces all of it with its own.
 * @returns a function that restores these parts if React has replaced their elements
 */
function rememberContent(island: HTMLElement): () => void {
  const find = () => [...island.querySelectorAll<HTMLInputElement>('[data-slot],[name]')];
  const earlier = find();
  const focused = document.activeElement;
  return () => {
    if (earlier[0]?.isConnected) return;
    for (const element of find()) {
      // The slot is what has no name.
      const old = earlier.find(({ name }) => name === element.name);
      if (!old) continue;
      if (!old.name) element.replaceChildren(...old.childNodes);
      else if (old.files) element.files = old.files;
      else element.value = old.value;
      if (old === focused) element.focus();
    }
  };
}
