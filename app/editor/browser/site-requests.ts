/** The token with which the author is signed in to the git host; the editor stores it. */
const tokenOf = (): string | undefined => JSON.parse(localStorage.getItem('sveltia-cms.user') ?? '{}').token;

/** Whether the author is signed in. */
export const isSignedIn = (): boolean => tokenOf() !== undefined;

/** Requests something of the site as the author. @param body JSON, for a POST @param token of the author */
export function requestSite(url: string, body?: string, token = tokenOf()): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(url, body === undefined ? { headers } : { method: 'POST', body, headers });
}
