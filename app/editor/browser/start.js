// Starts the editor (Sveltia CMS) with the configuration that this server makes from its schemas.
window.CMS_MANUAL_INIT = true;

const userKey = 'sveltia-cms.user';

async function start() {
  const response = await fetch('/edit/config.json');
  const { config, user } = await response.json();
  // On one's own machine there is nobody to sign in as.
  if (user) localStorage.setItem(userKey, JSON.stringify(user));
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('The editor could not be loaded')));
    script.src = '/edit/sveltia-cms.js';
    document.head.append(script);
  });
  await window.CMS.init({ config });
}

start().catch((error) => {
  document.body.textContent = `${error.message}. Reload the page to try again.`;
});
