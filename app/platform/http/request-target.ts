import type { IncomingMessage } from 'node:http';

/** Whether a request can be expressed as a URL: one valid Host, or none before HTTP/1.1, and a path or an absolute URL. */
export function isProperRequest(incoming: IncomingMessage): boolean {
  return hasProperHost(incoming) && hasProperTarget(incoming.url ?? '');
}

/** Exactly one Host, or none before HTTP/1.1 (RFC 9112, 3.2). Of two, Node uses the first; a proxy may have used the other. */
function hasProperHost({ rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '');
  }
  const [host] = hosts;
  if (host === undefined) return httpVersionMajor === 1 && httpVersionMinor === 0;
  return hosts.length === 1 && isHost(host);
}

/** Characters of a host and a port (RFC 3986, 3.2); a user, a path or a query is not allowed. */
const hostCharacters = /^[\w.~!$&'()*+,;=%:[\]-]*$/u;

/** Accepts an empty host, but not an invalid one such as `foo.1`, which ends in a number without being an IPv4 address (URL Standard, 3.5). */
const isHost = (host: string): boolean => host === '' || (hostCharacters.test(host) && URL.canParse(`http://${host}/`));

function hasProperTarget(target: string): boolean {
  // Browsers turn a backslash into a slash, proxies pass it on unchanged.
  const backslash = target.indexOf('\\');
  if (backslash !== -1 && !target.slice(0, backslash).includes('?')) return false;
  return target.startsWith('/') || (/^https?:\/\//u.test(target) && URL.canParse(target));
}
