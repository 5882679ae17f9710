// Starts the editor (Sveltia CMS) with the configuration that this server derives from its schemas.
import { createAuthorField } from './author-field.js';
import { createPreview } from './preview.js';

window.CMS_MANUAL_INIT = true;

const userKey = 'sveltia-cms.user';

let lastNumber = 0;

/** Assigns a new article its number when it is saved, since others may have been saved after the form was opened. */
async function assignNumber({ entry }) {
  if (!entry.get('newRecord') || !entry.hasIn(['data', 'id'])) return undefined;
  const { config } = await (await fetch('/edit/config.json')).json();
  const { fields } = config.collections.find(({ name }) => name === entry.get('collection'));
  // In production a saved article is not on the site immediately.
  lastNumber = Math.max(fields.find(({ name }) => name === 'id').default, lastNumber + 1);
  return entry.setIn(['data', 'id'], lastNumber);
}

async function start() {
  const response = await fetch('/edit/config.json');
  const { config, user } = await response.json();
  // On localhost there is no account to sign in to.
  if (user) localStorage.setItem(userKey, JSON.stringify(user));
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('The editor could not be loaded')));
    script.src = '/edit/sveltia-cms.js';
    document.head.append(script);
  });
  window.CMS.registerEventListener({ name: 'preSave', handler: assignNumber });
  window.CMS.registerFieldType('author', createAuthorField());
  window.CMS.registerPreviewStyle('/edit/editor.css');
  const names = config.collections.flatMap(({ name, files }) => files?.map((file) => file.name) ?? name);
  for (const name of names) window.CMS.registerPreviewTemplate(name, createPreview());
  await window.CMS.init({ config });
}

start().catch((error) => {
  document.body.textContent = `${error.message}. Reload the page to try again.`;
});
