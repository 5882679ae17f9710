// The editor beside the page that it edits, as our own renderer shows it, at the width of a phone or a desktop.
const byId = (id) => document.getElementById(id);
const [editor, preview, stage, messages] = ['editor', 'preview', 'stage', 'messages'].map(byId);

/** The entry that is open in the editor, as its URL has it: `articles-insights/the-pilot-is-not-the-bridge`. */
function openEntry() {
  const hash = decodeURIComponent(editor.contentWindow?.location.hash ?? '');
  const [, collection, name] = /^#\/collections\/([\w-]+)\/(?:entries\/)?([\w-]+)/u.exec(hash) ?? [];
  return collection && name && name !== 'new' ? `${collection}/${name}` : '';
}

let shownEntry;
let shownUrl = '';
/** Counts what has been asked for, so that a late reply does not replace a later one. */
let asked = 0;

async function show({ isChanged = false } = {}) {
  // After saving the editor shows a list, and what was saved is to be seen.
  const entry = openEntry() || (shownEntry ?? '');
  if (entry === shownEntry && !isChanged) return;
  shownEntry = entry;
  asked += 1;
  const own = asked;
  const response = await fetch(`/edit/preview?${new URLSearchParams({ entry })}`);
  const { url } = await response.json();
  if (own !== asked) return;
  byId('open').href = url;
  if (url !== shownUrl || isChanged) preview.src = url;
  shownUrl = url;
}

function fit() {
  const width = Number(document.querySelector('input[name="width"]:checked').value);
  const scale = Math.min(1, stage.clientWidth / width);
  Object.assign(preview.style, {
    width: `${width}px`,
    height: `${stage.clientHeight / scale}px`,
    transform: `scale(${scale}) translateX(-50%)`,
  });
}

function tell(problems) {
  messages.replaceChildren();
  if (problems.length === 0) return;
  const heading = document.createElement('strong');
  heading.textContent = 'Not saved. The site stays as it is until this is mended:';
  const list = document.createElement('ul');
  for (const problem of problems) {
    const item = document.createElement('li');
    item.textContent = problem;
    list.append(item);
  }
  messages.append(heading, list);
}

// The editor moves from entry to entry in several ways, of which not all are events.
setInterval(() => void show(), 500);
for (const input of document.querySelectorAll('input[name="width"]')) input.addEventListener('change', fit);
new ResizeObserver(fit).observe(stage);

const events = new EventSource('/edit/events');
events.addEventListener('refused', ({ data }) => tell(JSON.parse(data)));
events.addEventListener('saved', () => tell([]));
events.addEventListener('shown', () => void show({ isChanged: true }));
