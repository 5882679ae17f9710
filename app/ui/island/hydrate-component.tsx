import { type ComponentType, useEffect } from 'react';
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
        <Hydrated onHydrated={resolve}>
          {/* The serialised props are those that the server rendered the component with. */}
          <Component {...(props as Props)} />
        </Hydrated>,
        { identifierPrefix: `${element.dataset.root}-` },
      );
      // From here on React replays events after hydration; the early script must not repeat them.
      element.dataset.hydrating = '';
    });
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: React.ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
