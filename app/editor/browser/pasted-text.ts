// Prepares pasted text: the editor does not read the lists of Word, the site accepts no heading of level 1 in a text, and Google Docs
// replaces each link by one to Google, which redirects.

/** Replaces an event that pastes HTML by one with the prepared HTML. */
export function preparePastedText(): void {
  document.addEventListener(
    'paste',
    (event) => {
      const { target } = event;
      const html = event.clipboardData?.getData('text/html') ?? '';
      // The event dispatched here is not trusted.
      if (!event.isTrusted || !/<h1|class="?Mso|google\.com\/url/iu.test(html)) return;
      if (!(target instanceof HTMLElement && target.isContentEditable)) return;
      const page = new DOMParser().parseFromString(html, 'text/html');
      removeEmptyParagraphs(page);
      makeLists(page);
      demoteHeadings(page);
      followRedirects(page);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', page.documentElement.outerHTML);
      clipboardData.setData('text/plain', event.clipboardData?.getData('text/plain') ?? '');
      event.preventDefault();
      event.stopImmediatePropagation();
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    true,
  );
}

/** Word writes an empty line as a no-break space, which the editor would attach to a table above it. */
function removeEmptyParagraphs(page: Document): void {
  for (const paragraph of page.querySelectorAll('body > p, body > div > p'))
    if (!paragraph.textContent.trim() && !paragraph.querySelector('img')) paragraph.remove();
}

/** Word writes list items as paragraphs that begin with a bullet or a number, and their level as a style. */
function makeLists(page: Document): void {
  /** The list of each level. */
  let lists: Element[] = [];
  for (const paragraph of page.querySelectorAll('[style*="mso-list:"]')) {
    const level = Number(/mso-list:[^;]*level(\d)/u.exec(paragraph.getAttribute('style') ?? '')?.[1]);
    if (!level) continue;
    if (paragraph.previousElementSibling !== lists[0]) lists = [];
    lists.length = Math.min(lists.length, level);
    const marker = paragraph.querySelector('[style*="mso-list:Ignore"]');
    if (lists.length < level) {
      const list = page.createElement(/\w[.)]/u.test(marker?.textContent ?? '') ? 'ol' : 'ul');
      const outer = lists.at(-1)?.lastElementChild;
      if (outer) outer.append(list);
      else paragraph.before(list);
      lists.push(list);
    }
    marker?.remove();
    const item = page.createElement('li');
    item.append(...paragraph.childNodes);
    lists.at(-1)?.append(item);
    paragraph.remove();
  }
}

/** Heading 1 of a document is the title of the page on the site. */
function demoteHeadings(page: Document): void {
  if (!page.querySelector('h1')) return;
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5')) {
    const lower = page.createElement(`h${Number(heading.localName[1]) + 1}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}

function followRedirects(page: Document): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href*=".google.com/url?"]')) {
    const target = new URL(link.href).searchParams.get('q');
    if (target && URL.canParse(target)) link.href = target;
  }
}
