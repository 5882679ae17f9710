import type { CustomPreviewTemplate, CustomPreviewTemplateProps } from '@sveltia/cms';
import type { DraftProblem } from '../draft.ts';

// Shows the page next to its fields, rendered by this site from the current draft, at the width of a phone or a desktop, and the
// problems of the draft next to their fields.

/** Pause after the last keystroke before the draft is sent, ms. */
const quietMs = 400;

const paneHtml = `
  <header>
    <fieldset>
      <legend>Width</legend>
      <label><input type="radio" name="width" value="390"> Phone</label>
      <label><input type="radio" name="width" value="1440"> Desktop</label>
    </fieldset>
    <a target="_blank" rel="noopener" hidden>Open in a tab</a>
    <button type="button" name="link">Preview link</button>
    <output></output>
  </header>
  <p class="hint" hidden>The page appears here once the fields with a star are filled.</p>
  <div class="problems" role="alert"></div>
  <div class="stage"><iframe title="Preview of the page"></iframe></div>`;

/** An entry in the editor; `path` is empty before it is first saved. */
interface Entry {
  path?: string;
  collection: string;
  data: unknown;
}

/** The response to a draft: a page with a URL on localhost, and its HTML in production; a message if it failed. */
interface DraftResponse {
  url?: string;
  html?: string;
  problems?: readonly DraftProblem[];
  message?: string;
}

interface Pane {
  show(entry: Entry): void;
  close(): void;
}

/** Creates a component for `CMS.registerPreviewTemplate`. It passes each state of the entry to the pane, which React does not render. */
export function createPreview(): CustomPreviewTemplate {
  return window.createClass<CustomPreviewTemplateProps, { pane?: Pane } & Record<string, unknown>>({
    componentDidMount() {
      this.pane = openPane(this.props.document);
      this.pane.show(entryOf(this.props));
    },
    componentDidUpdate() {
      this.pane?.show(entryOf(this.props));
    },
    componentWillUnmount() {
      this.pane?.close();
    },
    render: () => null,
  });
}

const entryOf = ({ entry }: CustomPreviewTemplateProps) => entry.toJS() as unknown as Entry;

function openPane(pane: Document): Pane {
  const root = pane.createElement('div');
  root.className = 'pagePreview';
  root.innerHTML = paneHtml;
  pane.documentElement.append(root);
  const find = <Found extends Element = HTMLElement>(selector: string): Found => {
    const found = root.querySelector<Found>(selector);
    if (!found) throw new Error(`The pane has no ${selector}`);
    return found;
  };
  const stage = find('.stage');
  const frame = find<HTMLIFrameElement>('iframe');
  const problemList = find('.problems');
  const tabLink = find<HTMLAnchorElement>('a');
  const hint = find('.hint');

  // On a phone, or in half of a small window, the page of a desktop would be too small to read.
  find<HTMLInputElement>(`input[value="${stage.clientWidth < 600 ? 390 : 1440}"]`).checked = true;

  const fit = () => {
    const width = Number(find<HTMLInputElement>('input:checked').value);
    const scale = Math.min(1, stage.clientWidth / width);
    Object.assign(frame.style, {
      width: `${width}px`,
      height: `${stage.clientHeight / scale}px`,
      transform: `scale(${scale}) translateX(-50%)`,
    });
  };
  for (const input of root.querySelectorAll('input')) input.addEventListener('change', fit);
  new ResizeObserver(fit).observe(stage);

  let shown: Entry | undefined;
  find('button').addEventListener('click', async () => {
    const output = find('output');
    output.textContent = '…';
    const response = await post('/edit/preview-link', JSON.stringify({ path: shown?.path }));
    const { url, message } = await response.json();
    if (!url) {
      output.textContent = message;
      return;
    }
    const field = Object.assign(pane.createElement('input'), { readOnly: true, value: url });
    field.setAttribute('aria-label', 'Preview link, valid for a week');
    output.replaceChildren(field);
    field.select();
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent: string | undefined;
  let isSending = false;
  let isClosed = false;
  let latest: Entry | undefined;
  const send = async (entry: Entry) => {
    const { draft, pictures } = await draftOf(entry);
    const body = JSON.stringify(draft);
    if (body === sent) return;
    sent = body;
    const response = await post('/edit/draft', body);
    const { url, html, problems, message = '' }: DraftResponse = await response.json();
    if (isClosed) return;
    if (response.status === 503) {
      // Other drafts are being rendered, or the server is still reading the content.
      sent = undefined;
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('Retry-After')) * 1000));
      latest ??= entry;
    }
    // A new entry may still have empty fields.
    const all: readonly DraftProblem[] = problems ?? [{ message }];
    const shownProblems = all.filter(({ isMissing }) => !(isMissing && !entry.path));
    showProblems(problemList, shownProblems);
    hint.hidden = shownProblems.length === all.length;
    if (html) showDocument(frame, html, pictures);
    if (!url) return;
    tabLink.hidden = false;
    tabLink.href = url;
    // With a problem, the last valid page remains.
    if (all.length === 0 || frame.src !== url) frame.src = url;
  };
  const sendLatest = async () => {
    if (isSending) return;
    isSending = true;
    while (latest && !isClosed) {
      const entry = latest;
      latest = undefined;
      await send(entry).catch(() => showProblems(problemList, [{ message: 'The editor was closed; start it again.' }]));
    }
    isSending = false;
  };
  return {
    show(entry) {
      shown = entry;
      latest = entry;
      clearTimeout(timer);
      timer = setTimeout(sendLatest, sent ? quietMs : 0);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      showProblems(problemList, []);
    },
  };
}

/** Sends JSON with the token of the author's account at the git host. */
function post(url: string, body: string): Promise<Response> {
  const { token } = JSON.parse(localStorage.getItem('sveltia-cms.user') ?? '{}');
  return fetch(url, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } });
}

/**
 * Shows a page without a URL and without scripts.
 * @param pictures names, on the server, of pictures that only this browser has, by their `blob:` URLs
 */
function showDocument(frame: HTMLIFrameElement, html: string, pictures: ReadonlyMap<string, string>): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const [url, name] of pictures) {
    const [stem] = name.split('.');
    for (const element of page.querySelectorAll<HTMLImageElement>(`[src*="${stem}"], [srcset*="${stem}"]`)) {
      element.removeAttribute('srcset');
      if (element.localName === 'source') element.remove();
      else element.src = url;
    }
  }
  const top = frame.contentWindow?.scrollY ?? 0;
  frame.addEventListener(
    'load',
    () => {
      frame.contentWindow?.scrollTo({ top, behavior: 'instant' });
      frame.contentDocument?.addEventListener('click', (event) => {
        const link = (event.target as Element).closest?.('a');
        if (!link) return;
        event.preventDefault();
        const hash = link.getAttribute('href')?.split('#')[1];
        if (hash) frame.contentDocument?.getElementById(hash)?.scrollIntoView();
      });
    },
    { once: true },
  );
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
}

const blobUrl = /blob:[^\s"')\\]+/gu;

/** Returns the entry with its new pictures, which so far exist only in this browser, and their names by their `blob:` URLs. */
async function draftOf({ path = '', collection, data }: Entry) {
  const text = JSON.stringify(data);
  const pictures: { name: string; content: string }[] = [];
  const names = new Map<string, string>();
  for (const url of new Set(text.match(blobUrl))) {
    const blob = await (await fetch(url)).blob();
    const extension = blob.type === 'image/svg+xml' ? 'svg' : blob.type.replace(/^image\//u, '');
    const name = `${url.split('/').at(-1)}.${extension}`;
    names.set(url, name);
    pictures.push({ name, content: await base64Of(blob) });
  }
  const named = text.replace(blobUrl, (url) => `/drafts/${names.get(url)}`);
  return { draft: { path, collection, data: JSON.parse(named), pictures }, pictures: names };
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}

/** Finds the field of a key path, or its nearest visible ancestor. */
function fieldOf(keyPath: string): Element | undefined {
  const parts = keyPath.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const field = document.querySelector(`[data-key-path="${CSS.escape(parts.slice(0, length).join('.'))}"]`);
    if (field) return field;
  }
  return undefined;
}

/** Lists problems above the page, and shows each next to its field. */
function showProblems(list: HTMLElement, problems: readonly DraftProblem[]): void {
  for (const shown of document.querySelectorAll('.contentProblem')) shown.remove();
  const items = problems.map(({ message, keyPath }) => {
    const field = keyPath && fieldOf(keyPath);
    const item = list.ownerDocument.createElement('li');
    if (!field) {
      item.textContent = message;
      return item;
    }
    const beside = document.createElement('p');
    beside.className = 'contentProblem';
    beside.textContent = message;
    (field.querySelector(':scope > header') ?? field.firstElementChild)?.after(beside);
    const button = list.ownerDocument.createElement('button');
    button.type = 'button';
    button.textContent = `${field.querySelector('h4')?.textContent ?? keyPath}: ${message}`;
    button.addEventListener('click', () => {
      field.scrollIntoView({ block: 'center' });
      // The button is in a frame.
      window.focus();
      // The heading of the field has a button too.
      const controls = field.querySelector('.field-wrapper') ?? field;
      controls.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')?.focus();
    });
    item.append(button);
    return item;
  });
  list.replaceChildren();
  if (items.length === 0) return;
  const heading = list.ownerDocument.createElement('strong');
  heading.textContent = 'Please correct before saving:';
  const all = list.ownerDocument.createElement('ul');
  all.append(...items);
  list.append(heading, all);
}
