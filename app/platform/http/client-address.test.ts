import { describe, expect, test } from 'vitest';
import { clientNetworks, createClientAddresses } from './client-address.ts';

describe('without trusted proxies', () => {
  const addresses = createClientAddresses([]);

  test('the address is that of the connection, and forwarded headers are ignored', () => {
    expect(addresses.resolve('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    expect(addresses.resolve('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
  });

  test('an IPv4 address that a socket wrote as IPv6 is an IPv4 address', () => {
    for (const spelling of [
      '::ffff:203.0.113.7',
      '::FFFF:cb00:7107',
      '0:0:0:0:0:ffff:203.0.113.7',
      '0::ffff:cb00:7107',
    ])
      expect(addresses.resolve(spelling, null)).toBe('203.0.113.7');
    for (const other of ['::203.0.113.7', '1::ffff:203.0.113.7', '::ffff:0:203.0.113.7', '64:ff9b::203.0.113.7'])
      expect(addresses.resolve(other, null)).toBe(other);
  });
});

describe('behind trusted proxies', () => {
  const addresses = createClientAddresses(['10.0.0.0/8', '::1', 'fd00::/8', '::ffff:192.0.2.0/120']);

  test.each([
    ['nothing forwarded', '10.0.0.1', null, '10.0.0.1'],
    ['one proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a peer written as IPv6', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['two proxies', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['an entry added by the visitor', '10.0.0.1', '127.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['a trusted address pretended by the visitor', '10.0.0.1', '10.9.9.9, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['all trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['IPv6', '::1', '2001:db8::7', '2001:db8::7'],
    ['an IPv6 range', 'fd00::5', '2001:db8::7', '2001:db8::7'],
    ['a range written as mapped', '192.0.2.9', '203.0.113.7', '203.0.113.7'],
    ['a port', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 with a port', '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['a word in place of an address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['a word before a proxy', '10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.2'],
    ['an empty entry', '10.0.0.1', '203.0.113.7,', '10.0.0.1'],
    ['an untrusted peer', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ])('%s', (_, peer, forwardedFor, client) => {
    expect(addresses.resolve(peer, forwardedFor)).toBe(client);
  });

  test('a neighbour on a private network may be a proxy that is missing in the list', () => {
    for (const peer of ['127.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '::ffff:192.168.1.1', 'fc00::1'])
      expect([peer, addresses.isUntrustedNeighbour(peer)]).toEqual([peer, true]);
    for (const peer of ['10.0.0.1', '::1', 'fd00::1', '172.32.0.0', '203.0.113.7', '2001:db8::7', 'unknown'])
      expect([peer, addresses.isUntrustedNeighbour(peer)]).toEqual([peer, false]);
  });

  test('trust ends where the range ends', () => {
    expect(addresses.isTrusted('10.255.255.255')).toBe(true);
    expect(addresses.isTrusted('11.0.0.0')).toBe(false);
    expect(addresses.isTrusted('192.0.2.255')).toBe(true);
    expect(addresses.isTrusted('192.0.3.0')).toBe(false);
    expect(addresses.isTrusted('not an address')).toBe(false);
  });
});

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['0:0:0:0:0:ffff:c000:0201', ['192.0.2.1']],
  ['2001:db8::1', ['2001:db8:0::/48', '2001:db8:0:0::/64']],
  ['2001:0DB8:0:0:ffff::2', ['2001:db8:0::/48', '2001:db8:0:0::/64']],
  ['2001:db8:0:1::1', ['2001:db8:0::/48', '2001:db8:0:1::/64']],
  ['2001:db8:1:0::1', ['2001:db8:1::/48', '2001:db8:1:0::/64']],
  ['1:2:3:4:5:6:7:8', ['1:2:3::/48', '1:2:3:4::/64']],
  ['64:ff9b::192.0.2.1', ['64:ff9b:0::/48', '64:ff9b:0:0::/64']],
  ['fe80::1%eth0', ['fe80:0:0::/48', 'fe80:0:0:0::/64']],
  ['::', ['0:0:0::/48', '0:0:0:0::/64']],
])('a limit on %s is counted for %j', (address, names) => {
  expect(clientNetworks(address).map(({ name }) => name)).toEqual(names);
});
