import { whenLoadedAndIdle } from '../../ui/island/when-idle.ts';

/** Calls back once the page is loaded and idle, or at once when the visitor leaves it; never while the page is only prerendered. */
export function whenIdleOrLeaving(task: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', () => whenIdleOrLeaving(task), { once: true });
    return;
  }
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    document.removeEventListener('visibilitychange', onHidden);
    task();
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') run();
  };
  document.addEventListener('visibilitychange', onHidden);
  whenLoadedAndIdle(run);
}
