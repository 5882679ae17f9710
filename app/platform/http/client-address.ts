import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** Who is asking, as far as it can be known. */
export interface ClientAddresses {
  /** Whether the connection comes from a proxy whose headers are believed. */
  isTrusted(peer: string): boolean;
  /**
   * The visitor's address: that of the connection, or, when that is a trusted proxy, the nearest address in
   * `X-Forwarded-For` that no trusted proxy holds.
   * @param peer the address at the other end of the connection
   * @param forwardedFor the header's value, several of them joined by commas
   */
  resolve(peer: string, forwardedFor: string | null | undefined): string;
}

/**
 * @param trustedProxies addresses and CIDR ranges, already checked by the configuration. Without any, forwarded
 *   headers are ignored: a client that sends one could otherwise choose the address that limits are counted on.
 */
export function createClientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [written = '', prefix] = range.split('/');
    const address = withoutMapping(written);
    const family = familyOf(address);
    // The prefix of a mapped range counts the 96 bits of the mapping, too.
    const bits = prefix === undefined ? undefined : Number(prefix) - (address === written ? 0 : 96);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, bits, family);
  }

  const isTrusted = (peer: string) => {
    const address = withoutMapping(peer);
    return isIP(address) !== 0 && trusted.check(address, familyOf(address));
  };

  return {
    isTrusted,
    resolve(peer, forwardedFor) {
      let client = withoutMapping(peer);
      if (!forwardedFor) return client;
      // Each proxy appends the address that it saw, so only the entries right of an untrusted one are believed.
      for (const hop of forwardedFor.split(',').reverse()) {
        if (!isTrusted(client)) break;
        const address = parseHop(hop.trim());
        if (!address) break;
        client = address;
      }
      return client;
    },
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `::ffff:192.0.2.1`, as a socket that listens on both families writes an IPv4 address, is `192.0.2.1`, in every spelling. */
function withoutMapping(address: string): string {
  if (!isIPv6(address)) return address;
  return /^::ffff:([\d.]+)$/u.exec(canonicalIPv6(address))?.[1] ?? address;
}

/** The one spelling of an IPv6 address (RFC 5952), its zone left out. */
const canonicalIPv6 = (address: string) => new SocketAddress({ address, family: 'ipv6' }).address;

/** One entry of the header: an address, by some proxies with a port (`192.0.2.1:80`, `[2001:db8::1]:80`). */
function parseHop(hop: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/u.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(hop)?.[1] ?? hop;
  const address = withoutMapping(bare);
  return isIP(address) === 0 ? undefined : address;
}

/** Those who share a limit. */
export interface ClientNetwork {
  /** The same for all of them. Personal data, as the address is. */
  readonly name: string;
  /** How many times the limit of one client they have together. */
  readonly share: number;
}

/** A company with several networks, or neighbours at one provider, have a /48 together: some of them may write at once. */
const siteShare = 4;

/**
 * Whom a limit on a client address is counted for, widest first; a limit holds for each of them. With IPv4 it is the address.
 * With IPv6 a household or an office has a network of 64 bits, and each machine in it as many addresses as it likes; whoever
 * rents a server or a tunnel often has one of 48 bits, and 65,536 networks in it (RFC 6177).
 */
export function clientNetworks(address: string): readonly ClientNetwork[] {
  const client = withoutMapping(address);
  if (!isIPv6(client)) return [{ name: client, share: 1 }];
  const groups = groupsOf(client);
  return [
    { name: `${groups.slice(0, 3).join(':')}::/48`, share: siteShare },
    { name: `${groups.slice(0, 4).join(':')}::/64`, share: 1 },
  ];
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = canonicalIPv6(address)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}
