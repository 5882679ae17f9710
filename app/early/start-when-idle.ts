import { islandReady } from '../ui/island/island-ready.ts';
import { scriptTimeoutMs } from '../ui/island/script-timeout.ts';

/** The longest that scripts wait for the page to be idle once it is loaded, ms. */
const idleTimeoutMs = 3000;

/** Events by which a visitor asks for more than the page can do alone. */
const touches = ['pointerdown', 'keydown', 'focusin', 'input'] as const;

const root = document.documentElement;

/** Buttons that were pressed before their islands react, in order, each with its name at that time. */
let presses: { button: HTMLElement; name: string | null }[] = [];

/**
 * Starts the site's scripts once the page is painted and idle, or at the visitor's first touch, whichever comes first: on a slow
 * phone they would otherwise compete with the first paint.
 *
 * `data-scripts` on the root element lets styles know that scripts run, or are expected. It is removed when they fail to load, so that the
 * page shows what it shows without JavaScript.
 */
export function startWhenIdle(): void {
  root.dataset.scripts = '';
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = document.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content ?? '';
    script.onerror = () => delete root.dataset.scripts;
    const timer = setTimeout(script.onerror, scriptTimeoutMs);
    // Late is better than never.
    script.onload = () => {
      clearTimeout(timer);
      root.dataset.scripts = '';
    };
    document.head.append(script);
  };
  const whenRead = (task: () => void) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', task, { once: true });
    else task();
  };
  for (const event of touches) {
    addEventListener(
      event,
      ({ target }) => {
        islandOf(target)?.setAttribute('data-touched', '');
        whenRead(start);
      },
      { capture: true, passive: true },
    );
  }
  // What nothing reacts to yet is pressed again when its island does.
  addEventListener(
    'click',
    ({ target }) => {
      const button = islandOf(target) && (target as Element).closest<HTMLElement>('button[type="button"]');
      if (button && !button.matches('[data-disclosure],[popovertarget]'))
        presses.push({ button, name: nameOf(button) });
    },
    true,
  );
  addEventListener(islandReady, ({ target }) => pressAgain(target as Element));
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: idleTimeoutMs });
    else setTimeout(start, 200);
  });
}

/** Presses the buttons of an island that were pressed before it could react. */
function pressAgain(island: Element): void {
  const own = presses.filter(({ button }) => island.contains(button));
  presses = presses.filter((press) => !own.includes(press));
  for (const { button, name } of own) {
    // One that is called otherwise by now would do the opposite: motion may have been paused on the page before.
    if (nameOf(button) === name) button.click();
  }
}

const nameOf = (button: HTMLElement) => button.getAttribute('aria-label');

/** The island that an event is meant for, where it sleeps still. */
const islandOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-island]:not([data-ready],[data-hydrating])') : null;
