import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { WakeIsland } from './wake-islands.ts';

/**
 * The script of an island that is a component: hydrates the HTML that the server rendered of it, as a root of its own.
 * @returns resolves when the island reacts
 */
export function hydrateComponent<Props extends object>(Component: ComponentType<Props>): WakeIsland {
  return (element, props) =>
    new Promise((resolve) => {
      hydrateRoot(
        element,
        <Hydrated onHydrated={resolve}>
          {/* What the server serialised is what the component was rendered with. */}
          <Component {...(props as Props)} />
        </Hydrated>,
        { identifierPrefix: `${element.dataset.root}-` },
      );
      // From here on React keeps what is pressed until it can react; the early script would press it once more.
      element.dataset.hydrating = '';
    });
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: React.ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
