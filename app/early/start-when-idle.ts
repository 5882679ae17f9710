import { islandReady, scriptTimeoutMs, touches } from '../ui/island/island-start.ts';
import { whenIdle } from '../ui/island/when-idle.ts';

const root = document.documentElement;

/** Buttons pressed before their islands were ready, in order, each with its accessible name at that time. */
let presses: { button: HTMLElement; name: string | null }[] = [];

/**
 * Starts the site's scripts once the page is laid out and idle, or on the visitor's first interaction, whichever comes first: on a slow
 * phone they would otherwise compete with the first paint.
 *
 * `data-scripts` on the root element tells styles that scripts run or are expected to. It is removed if they fail to load, so that
 * the page looks as it does without JavaScript.
 */
export function startWhenIdle(laidOut: Promise<void>): void {
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
    // The script may still load after the timeout.
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
      true,
    );
  }
  // A press that nothing handles yet is repeated when its island is ready.
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
  // Back or Forward to other results, for example after a reload: only their island replaces those of this URL.
  const { search } = location;
  addEventListener('popstate', () => {
    if (location.search !== search && islandOf(document.querySelector('[data-results]'))) location.reload();
  });
  void laidOut.then(() => whenIdle(start));
}

/** Repeats presses of an island's buttons from before it was ready. */
function pressAgain(island: Element): void {
  const own = presses.filter(({ button }) => island.contains(button));
  presses = presses.filter((press) => !own.includes(press));
  for (const { button, name } of own) {
    // A button whose name has changed would do the opposite: motion may have been paused on an earlier page.
    if (nameOf(button) === name) button.click();
  }
}

const nameOf = (button: HTMLElement) => button.getAttribute('aria-label');

/** Returns the island of an event if it is not awake yet. */
const islandOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-island]:not([data-ready])') : null;
