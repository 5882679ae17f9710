import type { CustomPreviewTemplate, CustomPreviewTemplateProps } from '@sveltia/cms';
import type { DraftProblem } from '../describe-problem.ts';
import { contentsOf, scrollToChange } from './changed-parts.ts';
import { requestWithRenewal } from './site-requests.ts';

// Shows the page next to its fields, rendered by this site from the current draft, at the width of a phone or a desktop, and the
// problems of the draft next to their fields.

/** Pause after the last keystroke before the draft is sent, ms. */
const quietMs = 400;

/** Pause before a draft that could not be sent is sent again, s. */
const retrySeconds = 5;

/** Title of a failure, in which the author has nothing to correct. */
const notShown = 'The page does not show your changes at present:';

/** How long the editor takes to render a field that has come into view, ms. */
const renderedMs = 100;

const paneHtml = `
  <header>
    <fieldset>
      <legend>Width</legend>
      <label><input type="radio" name="width" value="390"> Phone</label>
      <label><input type="radio" name="width" value="1440"> Desktop</label>
    </fieldset>
    <a target="_blank" rel="noopener" hidden>Open in a tab</a>
    <button type="button" name="link" hidden>Preview link</button>
    <output></output>
  </header>
  <p class="hint rendering">The page appears here in a moment.</p>
  <p class="hint missing" hidden>The page appears here once the fields with a star are filled.</p>
  <p class="hint visibility" hidden></p>
  <p class="hint refused" hidden>The page appears here once the mistakes named at the top are corrected.</p>
  <div class="problems" role="alert"></div>
  <div class="advice"></div>
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
  warnings?: readonly DraftProblem[];
  message?: string;
}

interface Pane {
  show(entry: Entry): void;
  close(): void;
}

export interface PreviewOptions {
  /** Folders of the repository whose saved entries have preview links, with a slash at the end. */
  linkedFolders: readonly string[];
}

/** Creates a component for `CMS.registerPreviewTemplate`. It passes each state of the entry to the pane, which React does not render. */
export function createPreview({ linkedFolders }: PreviewOptions): CustomPreviewTemplate {
  return window.createClass<CustomPreviewTemplateProps, { pane?: Pane } & Record<string, unknown>>({
    componentDidMount() {
      this.pane = openPane(this.props.document, linkedFolders);
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

interface Visibility {
  draft?: boolean | null;
  publish_at?: string | null;
  unpublish_at?: string | null;
}

/** Says where or when visitors see an entry, in the author's time zone; empty if it is always on the page. */
function visibilityOf({ path, data }: Entry): string {
  if (path === 'content/mail.yaml') return 'Visitors read this in their mail, which is not shown here.';
  const { draft, publish_at: from, unpublish_at: until } = data as Visibility;
  const isPast = (time: string) => Date.parse(time) <= Date.now();
  if (draft) return 'This is a draft: visitors do not see it.';
  if (until && isPast(until)) return `Visitors do not see this: it ended on ${localTime(until)}.`;
  const ending = until ? ` until ${localTime(until)}` : '';
  if (from && !isPast(from)) return `Visitors see this from ${localTime(from)}${ending}, and not before.`;
  return ending && `Visitors see this${ending}.`;
}

/** Formats a time in the author's time zone, as its field shows it. */
const localTime = (time: string) => new Date(time).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** Leaves a value that is quoted as it was found. */
const withLocalTimes = (problem: DraftProblem): DraftProblem => ({
  ...problem,
  message: problem.message.replaceAll(/(?<!")\b\d{4}-\d\d-\d\dT[\d:.]+Z/gu, localTime),
});

type Find = <Found extends Element = HTMLElement>(selector: string) => Found;

function openPane(pane: Document, linkedFolders: readonly string[]): Pane {
  const find = appendPane(pane);
  fitPage(find('.stage'), find('iframe'), [...find('fieldset').querySelectorAll('input')]);
  const load = createLoader(find('iframe'));
  let shown: Entry | undefined;
  let problems: readonly DraftProblem[] = [];
  find('button').addEventListener('click', () => showLink(find('output'), shown?.path));
  const sender = createSender(
    (entry, response, pictures) => {
      problems = showResponse(find, entry, response, { pictures, load });
    },
    (message) => showProblems(find, [{ message }], notShown),
  );
  return {
    show(entry) {
      shown = entry;
      find('button').hidden = !linkedFolders.some((folder) => entry.path?.startsWith(folder));
      const visibility = visibilityOf(entry);
      find('.visibility').hidden = !visibility;
      find('.visibility').textContent = visibility;
      sender.send(entry);
    },
    close() {
      sender.close();
      showProblems(find, []);
      // In a narrow window the fields take the place of the page, and are not checked before it is shown again.
      setTimeout(() => {
        for (const problem of problems) {
          const shown = showBeside(problem);
          shown?.closest('[data-key-path]')?.addEventListener('input', () => shown.remove(), { once: true });
        }
      });
    },
  };
}

function appendPane(pane: Document): Find {
  const root = pane.createElement('div');
  root.className = 'pagePreview';
  root.innerHTML = paneHtml;
  pane.documentElement.append(root);
  return <Found extends Element>(selector: string): Found => {
    const found = root.querySelector<Found>(selector);
    if (!found) throw new Error(`The pane has no ${selector}`);
    return found;
  };
}

/** Scales the page, at the selected width, to the stage. */
function fitPage(stage: HTMLElement, frame: HTMLElement, widths: readonly HTMLInputElement[]): void {
  // On a phone, or in half of a small window, the page of a desktop would be too small to read.
  for (const input of widths) input.checked = input.value === (stage.clientWidth < 600 ? '390' : '1440');
  const fit = () => {
    const width = Number(widths.find(({ checked }) => checked)?.value);
    const scale = Math.min(1, stage.clientWidth / width);
    Object.assign(frame.style, {
      width: `${width}px`,
      height: `${stage.clientHeight / scale}px`,
      transform: `scale(${scale}) translateX(-50%)`,
    });
  };
  for (const input of widths) input.addEventListener('change', fit);
  new ResizeObserver(fit).observe(stage);
}

/** Shows a link to the saved entry in a field from which it can be copied. */
async function showLink(output: HTMLElement, path: string | undefined): Promise<void> {
  output.textContent = '…';
  // A proxy in front of a site that restarts responds with a page.
  const { url, message = '' }: { url?: string; message?: string } = await requestWithRenewal(
    '/edit/preview-link',
    JSON.stringify({ path }),
  )
    .then((response) => response.json())
    .catch(() => ({ message: 'The site cannot be reached. Please try again.' }));
  if (!url) {
    output.textContent = message;
    return;
  }
  const field = Object.assign(output.ownerDocument.createElement('input'), { readOnly: true, value: url });
  field.setAttribute('aria-label', 'Preview link, valid for a week');
  output.replaceChildren(field);
  field.select();
}

/** Sends one draft at a time, and of the entries that arrive meanwhile the latest. An unchanged draft is not sent. */
function createSender(
  onResponse: (entry: Entry, response: DraftResponse, pictures: ReadonlyMap<string, string>) => void,
  onFailure: (message: string) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent: string | undefined;
  let isSending = false;
  let isClosed = false;
  let latest: Entry | undefined;
  /** @returns the pause before it is to be sent again, s; 0 if it need not be */
  const send = async (entry: Entry): Promise<number> => {
    const { draft, pictures } = await draftOf(entry);
    const body = JSON.stringify(draft);
    if (body === sent) return 0;
    sent = undefined;
    const response = await requestWithRenewal('/edit/draft', body);
    const result: DraftResponse = await response.json();
    if (isClosed) return 0;
    onResponse(entry, result, pictures);
    // Other drafts are being rendered, or the server is still reading the content.
    if (response.status === 503) return Number(response.headers.get('Retry-After'));
    sent = body;
    return 0;
  };
  const fail = () => {
    onFailure('The editor cannot be reached. Your text is kept in this browser.');
    return retrySeconds;
  };
  const sendLatest = async () => {
    if (isSending) return;
    isSending = true;
    while (latest && !isClosed) {
      const entry = latest;
      latest = undefined;
      const pause = await send(entry).catch(fail);
      if (pause === 0) continue;
      await new Promise((resolve) => setTimeout(resolve, pause * 1000));
      latest ??= entry;
    }
    isSending = false;
  };
  return {
    send(entry: Entry) {
      latest = entry;
      clearTimeout(timer);
      timer = setTimeout(sendLatest, sent ? quietMs : 0);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** @returns the problems that are shown beside their fields */
function showResponse(
  find: Find,
  entry: Entry,
  { url, html, problems, warnings = [], message = '' }: DraftResponse,
  { pictures, load }: { pictures: ReadonlyMap<string, string>; load: (url: string) => void },
): readonly DraftProblem[] {
  const all = (problems ?? [{ message }]).map(withLocalTimes);
  const { missing = [], wrong = [] } = Object.groupBy(all, ({ isMissing }) => (isMissing ? 'missing' : 'wrong'));
  showProblems(find, wrong, problems ? undefined : notShown);
  // Most fields of a new entry are still empty.
  const empty = entry.path ? missing : [];
  find('.advice').replaceChildren(
    ...listOf(
      find,
      'The page shows your change once these fields are filled:',
      empty.map(({ keyPath, label = keyPath ?? '' }) => ({ keyPath, message: label })),
    ),
    // What its author has probably not intended.
    ...listOf(find, 'Is this intended?', warnings.map(withLocalTimes)),
  );
  find('.missing').hidden = missing.length === 0 || Boolean(entry.path);
  find('.refused').hidden = Boolean(html ?? url) || all.length > 0;
  const frame = find<HTMLIFrameElement>('iframe');
  if (html) showDocument(frame, html, pictures);
  // A new entry has no page of its own before it is valid.
  if (!url || (all.length > 0 && !entry.path)) return wrong;
  const link = find<HTMLAnchorElement>('a');
  link.hidden = false;
  link.href = url;
  // With a problem, the last valid page remains.
  if (frame.src !== url || all.length === 0) load(url);
  return wrong;
}

/** Returns a function that loads a page, or loads it again. A page that is being loaded would miss the message, and gets it afterwards. */
function createLoader(frame: HTMLIFrameElement): (url: string) => void {
  let isLoading = false;
  let isOutdated = false;
  const load = (url: string) => {
    isOutdated = isLoading && frame.src === url;
    if (isOutdated) return;
    isLoading = true;
    if (frame.src === url) frame.contentWindow?.postMessage(url, new URL(url).origin);
    else frame.src = url;
  };
  frame.addEventListener('load', () => {
    isLoading = false;
    if (isOutdated) load(frame.src);
  });
  return load;
}

/** Shows a page without a URL and without scripts. @param pictures server names of this browser's own pictures, by `blob:` URL */
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
  const before = frame.contentDocument ? [...contentsOf(frame.contentDocument).values()] : [];
  const top = frame.contentWindow?.scrollY ?? 0;
  frame.addEventListener(
    'load',
    () => {
      const { contentDocument: loaded, contentWindow: view } = frame;
      if (!loaded || !view) return;
      view.scrollTo({ top, behavior: 'instant' });
      scrollToChange(contentsOf(loaded), before, view);
      loaded.addEventListener('click', (event) => {
        const link = (event.target as Element).closest?.('a');
        if (!link) return;
        event.preventDefault();
        const hash = link.getAttribute('href')?.split('#')[1];
        if (hash) loaded.getElementById(hash)?.scrollIntoView();
      });
    },
    { once: true },
  );
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Not the scheme alone, of which a text may write. */
const blobUrl = /blob:https?:\/\/[^\s"')\\]+/gu;

/** Returns the entry with its new pictures, which so far exist only in this browser, and their names by their `blob:` URLs. */
async function draftOf({ path = '', collection, data }: Entry) {
  const text = JSON.stringify(data);
  const pictures: { name: string; content: string }[] = [];
  const names = new Map<string, string>();
  for (const url of new Set(text.match(blobUrl))) {
    const blob = await (await fetch(url)).blob();
    // Browsers know no type of HEIC and others. The site then reads the format from the bytes, and names it.
    const [, extension = 'jpg'] = /^image\/([a-z]+)/u.exec(blob.type) ?? [];
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
function showProblems(find: Find, problems: readonly DraftProblem[], title = 'Please correct before saving:'): void {
  for (const shown of document.querySelectorAll('.contentProblem')) shown.remove();
  problems.forEach(showBeside);
  find('.rendering').hidden = true;
  const alert = find('.problems');
  const shown = JSON.stringify([title, problems]);
  // An alert that is replaced is read aloud again.
  if (alert.dataset.shown === shown) return;
  alert.dataset.shown = shown;
  alert.replaceChildren(...listOf(find, title, problems));
}

/** Matches the control of a field in which an author types or chooses. */
const controlSelector = 'input, textarea, select, [contenteditable="true"]';

/** Shows a problem beside its field, if that is on the page, and adds it to the accessible description of its control. */
function showBeside({ message, keyPath }: DraftProblem): HTMLElement | undefined {
  const field = keyPath && fieldOf(keyPath);
  if (!field) return undefined;
  const shown = document.createElement('p');
  shown.className = 'contentProblem';
  shown.textContent = message;
  (field.querySelector(':scope > header') ?? field.firstElementChild)?.after(shown);
  if (field.getAttribute('data-key-path') === keyPath) {
    shown.id = `problem-${keyPath}`;
    field.querySelector(controlSelector)?.setAttribute('aria-describedby', shown.id);
  }
  return shown;
}

/** Creates a list of problems that leads to their fields. In a narrow window the page is shown in place of the fields. */
function listOf(
  find: Find,
  title: string,
  problems: readonly { message: string; keyPath?: string | undefined; label?: string }[],
): Element[] {
  if (problems.length === 0) return [];
  const pane = find('.problems').ownerDocument;
  const heading = pane.createElement('strong');
  heading.textContent = title;
  const list = pane.createElement('ul');
  for (const { message, keyPath, label = '' } of problems) {
    const labelled = label ? `${label}: ${message}` : message;
    const item = pane.createElement('li');
    if (keyPath && fieldOf(keyPath)) item.append(buttonTo(keyPath, labelled, pane));
    else item.textContent = labelled;
    list.append(item);
  }
  return [heading, list];
}

function buttonTo(keyPath: string, text: string, pane: Document): HTMLButtonElement {
  const button = pane.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', async () => {
    // The editor renders a field, or the fields of an entry of a list, when it comes into view.
    for (let field = fieldOf(keyPath), before: typeof field; field && field !== before; field = fieldOf(keyPath)) {
      before = field;
      field.scrollIntoView({ block: 'center' });
      await new Promise((resolve) => setTimeout(resolve, renderedMs));
    }
    const field = fieldOf(keyPath);
    // The button is in a frame.
    window.focus();
    // The heading of the field has a button too.
    const controls = field?.querySelector('.field-wrapper') ?? field;
    controls?.querySelector<HTMLElement>(`${controlSelector}, button`)?.focus();
  });
  return button;
}
