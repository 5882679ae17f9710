// Prepares pasted text: the editor does not read the lists of Word, loses raised characters, spaces beside some elements and the
// paragraphs of quotations, and resolves links against its own address; the site accepts no heading of level 1 in a text; Google Docs
// replaces each link by one to Google, which redirects.

/** Replaces an event that pastes HTML by one with the prepared HTML. */
export function preparePastedText(): void {
  document.addEventListener(
    'paste',
    (event) => {
      const { target, clipboardData: pasted } = event;
      // The event dispatched here is not trusted. What is copied in the editor needs no preparation.
      if (!event.isTrusted || !pasted || pasted.types.includes('application/x-lexical-editor')) return;
      if (!(target instanceof HTMLElement && target.isContentEditable)) return;
      const page = new DOMParser().parseFromString(pasted.getData('text/html'), 'text/html');
      const before = page.body.innerHTML;
      unwrapInlineElements(page);
      removeEmptyParagraphs(page);
      makeLists(page);
      joinHeadings(page);
      demoteHeadings(page);
      correctLinks(page);
      joinQuotations(page);
      raiseCharacters(page);
      // Of a text with a picture of it, as Excel and Word copy, the editor would insert the picture only.
      const isPictured = pasted.files.length > 0 && page.body.textContent.trim() !== '';
      if (page.body.innerHTML === before && !isPictured) return;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', page.documentElement.outerHTML);
      clipboardData.setData('text/plain', pasted.getData('text/plain'));
      event.preventDefault();
      event.stopImmediatePropagation();
      const prepared = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      // Firefox's constructor takes no data.
      Object.defineProperty(prepared, 'clipboardData', { value: clipboardData });
      target.dispatchEvent(prepared);
    },
    true,
  );
}

/** The editor takes these for blocks and removes the spaces beside them: "See <small>this</small> page". */
function unwrapInlineElements(page: Document): void {
  const inline = /^(?:bdi|bdo|big|dfn|font|nobr|small|strike|.+[:-].+)$/u;
  for (const element of page.querySelectorAll('body *'))
    if (inline.test(element.localName)) element.replaceWith(...element.childNodes);
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

/** The second line of a heading would become a paragraph: a heading in Markdown has one line. */
function joinHeadings(page: Document): void {
  for (const lineBreak of page.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) br')) lineBreak.replaceWith(' ');
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

/** Links of Google Docs lead to their targets; links within the text that they are from, or relative to it, become text. */
function correctLinks(page: Document): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const url = URL.parse(link.getAttribute('href') ?? '');
    const target = url?.hostname.endsWith('.google.com') && url.pathname === '/url' ? url.searchParams.get('q') : null;
    if (target && URL.canParse(target)) link.href = target;
    else if (!url || (url.origin === location.origin && url.pathname === location.pathname))
      link.replaceWith(...link.childNodes);
  }
}

/** The editor would join the paragraphs, and the items of lists, without a space. */
function joinQuotations(page: Document): void {
  for (const item of page.querySelectorAll('blockquote li')) {
    const paragraph = page.createElement('p');
    paragraph.append(...item.childNodes);
    item.replaceWith(paragraph);
  }
  for (const list of page.querySelectorAll('blockquote :is(ul, ol)')) list.replaceWith(...list.childNodes);
  for (const paragraph of [...page.querySelectorAll('blockquote > p + :is(p, footer, cite)')].reverse()) {
    paragraph.previousElementSibling?.append(page.createElement('br'), ...paragraph.childNodes);
    paragraph.remove();
  }
}

const raised = new Map([...'0123456789+-−=()n'].map((character, index) => [character, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ'[index]]));
const lowered = new Map([...'0123456789+-−=()'].map((character, index) => [character, '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'[index]]));

/** "10⁶" and "CO₂": the editor writes the text of the elements only. */
function raiseCharacters(page: Document): void {
  for (const element of page.querySelectorAll('sup, sub')) {
    const characters = [...element.textContent.trim()].map((c) =>
      (element.localName === 'sup' ? raised : lowered).get(c),
    );
    if (characters.every((character) => character !== undefined)) element.textContent = characters.join('');
  }
}
