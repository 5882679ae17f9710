/** How long after a click its scroll may take to begin, ms. */
const beginsWithin = 1000;

/**
 * Scrolls smoothly to anchors of the same page, and only there: a restored position and the top of another page appear at
 * once. The attribute that turns smooth scrolling on stays from the click to the end of the scroll; where the target is in
 * place already nothing scrolls, and it goes by itself. (`popstate` is no sign of Back: browsers send it for the click too.)
 */
export function followAnchors(): void {
  const root = document.documentElement;
  const stop = () => root.removeAttribute('data-smooth');
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
    if (link?.href.split('#')[0] !== location.href.split('#')[0]) return;
    root.setAttribute('data-smooth', '');
    setTimeout(stop, beginsWithin);
  });
  addEventListener('scrollend', stop);
}
