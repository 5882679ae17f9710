import { type ComponentType, type EffectCallback, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { WakeIsland } from './wake-islands.ts';

/**
 * Creates the script of an island that is a component: hydrates the server's HTML as its own root. The script resolves when the
 * island is interactive, or has failed. After an error that the component does not catch, at any time, the island is the server's
 * HTML again, with what the visitor has typed, and works as it does without JavaScript.
 */
export function hydrateComponent<Props extends object>(Component: ComponentType<Props>): WakeIsland {
  return (element, props, { onFailure }) =>
    new Promise((resolve) => {
      const html = element.innerHTML;
      let restoreContent = rememberContent(element);
      const onRendered = () => {
        restoreContent();
        return () => {
          restoreContent = rememberContent(element);
        };
      };
      hydrateRoot(
        element,
        <Hydrated onRendered={onRendered} onHydrated={resolve}>
          {/* The serialised props are those that the server rendered the component with. */}
          <Component {...(props as Props)} />
        </Hydrated>,
        {
          identifierPrefix: `${element.dataset.root}-`,
          // By now React has removed everything that it had rendered.
          onUncaughtError(error) {
            element.innerHTML = html;
            restoreContent();
            resolve();
            onFailure(error, element);
            // After it has been set, if the component failed in its first effects.
            setTimeout(() => delete element.dataset.ready);
          },
        },
      );
    });
}

interface HydratedProps {
  /** An effect that runs once the component is rendered; its cleanup runs before React removes the component's HTML. */
  onRendered: EffectCallback;
  onHydrated: () => void;
  children: React.ReactNode;
}

function Hydrated({ onRendered, onHydrated, children }: HydratedProps) {
  useLayoutEffect(onRendered, [onRendered]);
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/**
 * Remembers the parts of an island that React cannot render: input and focus. Where a translator or an extension changed the HTML
 * before hydration, React replaces all of it with its own.
 * @returns a function that restores these parts if React has replaced their elements
 */
function rememberContent(island: HTMLElement): () => void {
  const find = () => [...island.querySelectorAll<HTMLInputElement>('[name]')];
  const earlier = find();
  const focused = document.activeElement;
  return () => {
    if (earlier[0]?.isConnected) return;
    for (const element of find()) {
      const old = earlier.find(({ name }) => name === element.name);
      if (!old) continue;
      if (old.files) element.files = old.files;
      else element.value = old.value;
      if (old === focused) element.focus();
    }
  };
}
