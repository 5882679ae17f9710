/** Renews the token of a sign-in by OAuth, which is valid for an hour or two. @throws if the git host refuses that */
type Renew = () => Promise<{ token: string }>;

let renew: Renew | undefined;
let renewal: ReturnType<Renew> | undefined;

/**
 * Called by the editor before each of its requests if it can renew its token.
 * @returns a renewal that concurrent requests share, with the refresh token that was stored last, perhaps by another window: a host may
 * accept each one only once
 */
export function sharedRenewal(ofEditor: (refreshToken: string | undefined) => ReturnType<Renew>): Renew {
  renew = () => {
    renewal ??= ofEditor(storedUser().refreshToken).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  return renew;
}

/** Returns a new token in place of one that the git host rejects; undefined if there is none. */
export async function renewedToken(): Promise<string | undefined> {
  const renewed = await renew?.().catch(() => undefined);
  return renewed?.token;
}

/** The tokens with which the author is signed in to the git host; the editor stores them. */
const storedUser = (): { token?: string; refreshToken?: string } =>
  JSON.parse(localStorage.getItem('sveltia-cms.user') ?? '{}');

export const isSignedIn = (): boolean => storedUser().token !== undefined;

/** Requests something of the site as the author. @param body JSON, for a POST @param token of the author */
export function requestSite(url: string, body?: string, token = storedUser().token): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(url, body === undefined ? { headers } : { method: 'POST', body, headers });
}

/** Requests something of the site as the author, again with a renewed token if the git host rejects the author's. @param body JSON */
export async function requestWithRenewal(url: string, body: string): Promise<Response> {
  const response = await requestSite(url, body);
  const token = response.status === 401 ? await renewedToken() : undefined;
  return token === undefined ? response : requestSite(url, body, token);
}
