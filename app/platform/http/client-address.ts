import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** Networks that are not reached from the internet (RFC 1918, RFC 4193, RFC 6890): a forwarder there is the operator's own proxy. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

export type ClientAddresses = ReturnType<typeof createClientAddresses>;

/**
 * Determines the network address of the client behind a request.
 * @param trustedProxies addresses and CIDR ranges, already validated by the configuration. If there are none, forwarded
 *   headers are ignored: otherwise a client could choose the address that rate limits count.
 */
export function createClientAddresses(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [written = '', prefix] = range.split('/');
    const address = withoutMapping(written);
    const family = familyOf(address);
    // The prefix of a mapped range includes the 96 bits of the mapping.
    const bits = prefix === undefined ? undefined : Number(prefix) - (address === written ? 0 : 96);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, bits, family);
  }

  const isTrusted = (peer: string) => isIn(trusted, peer);

  return {
    /** Whether the connection comes from a trusted proxy. */
    isTrusted,
    /** Whether the connection comes from a private network, but not from a trusted proxy. */
    isUntrustedNeighbour: (peer: string): boolean => isIn(privateNetworks, peer) && !isTrusted(peer),
    /**
     * Returns the visitor's address: that of the connection or, behind a trusted proxy, the nearest address in
     * `X-Forwarded-For` that is not a trusted proxy.
     * @param peer the address at the other end of the connection
     * @param forwardedFor the header's value; several headers are joined by commas
     */
    resolve(peer: string, forwardedFor: string | null | undefined): string {
      let client = withoutMapping(peer);
      if (!forwardedFor) return client;
      // Each proxy appends the address that it saw, so no entry to the left of an untrusted one can be trusted.
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

function isIn(networks: BlockList, peer: string): boolean {
  const address = withoutMapping(peer);
  return isIP(address) !== 0 && networks.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Converts an IPv4-mapped address, as dual-stack sockets report it, to IPv4: `::ffff:192.0.2.1` in any spelling is `192.0.2.1`. */
export function withoutMapping(address: string): string {
  if (!isIPv6(address)) return address;
  return /^::ffff:([\d.]+)$/u.exec(canonicalIPv6(address))?.[1] ?? address;
}

/** The canonical spelling of an IPv6 address (RFC 5952), without its zone. */
const canonicalIPv6 = (address: string) => new SocketAddress({ address, family: 'ipv6' }).address;

/** Parses one entry of the header: an address, to which some proxies add a port (`192.0.2.1:80`, `[2001:db8::1]:80`). */
function parseHop(hop: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/u.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(hop)?.[1] ?? hop;
  const address = withoutMapping(bare);
  return isIP(address) === 0 ? undefined : address;
}

/** A group of client addresses that share a rate limit. */
export interface ClientNetwork {
  /** Identifies the network. Personal data, like the address. */
  readonly name: string;
  /** The group's limit as a multiple of one client's. */
  readonly share: number;
}

/** A company with several networks, or neighbours at one provider, may share a /48, and some of them may write at once. */
const siteShare = 4;

/**
 * Returns the networks that a rate limit counts for a client address, widest first; the limit applies to each of them.
 * For IPv4 it is the address itself. For IPv6, a household or an office has a /64, in which each machine can use any number of
 * addresses. Rented servers and tunnels often come with a /48, which contains 65,536 such networks (RFC 6177).
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
