import { layOutAll } from './first-view.ts';

/** Maximum time from a click to the beginning of its scroll, ms. */
const beginsWithin = 1000;

/**
 * Scrolls smoothly to anchors on the same page only: a restored position and the top of another page appear immediately. The
 * attribute that enables smooth scrolling is set from the click to the end of the scroll; if nothing needs to scroll, it is
 * removed after a timeout. (`popstate` does not identify Back: browsers send it for the click too.)
 */
export function followAnchors(): void {
  const root = document.documentElement;
  const stop = () => root.removeAttribute('data-smooth');
  addEventListener('click', ({ target }) => {
    // The attribute, because the `href` of a link in a drawing is an object.
    const path = (target as Element).closest('a[href*="#"]')?.getAttribute('href')?.split('#')[0];
    if (path !== '' && path !== location.pathname) return;
    // The position of the anchor depends on the heights of all sections before it.
    layOutAll();
    root.setAttribute('data-smooth', '');
    setTimeout(stop, beginsWithin);
  });
  addEventListener('scrollend', stop);
}
