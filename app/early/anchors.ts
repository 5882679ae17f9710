/**
 * Scrolls smoothly to anchors of the same page, and only there: a restored position and the top of another page appear at
 * once. The mark that turns smooth scrolling on lives from the click to the end of the scroll.
 */
export function followAnchors(): void {
  const root = document.documentElement;
  const mark = (on: boolean) => root.toggleAttribute('data-smooth', on);
  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
      mark(link !== null && link.href.split('#')[0] === location.href.split('#')[0]);
    },
    true,
  );
  // Where the target is in place already nothing scrolls, and the mark must not outlive the page's entry in the history.
  for (const event of ['scrollend', 'popstate']) addEventListener(event, () => mark(false), true);
}
