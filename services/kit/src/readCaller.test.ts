import { expect, test } from 'vitest'
import { readCaller } from './readCaller.js'

const addresses = [
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
] as const

test.each(addresses)('%s counts as %s, of the connection and behind a proxy', (address, network) => {
  expect(readCaller({ direct: address, forwardedFor: '192.0.2.7', proxies: 0 })).toBe(network)
  expect(readCaller({ direct: '10.0.0.1', forwardedFor: address, proxies: 1 })).toBe(network)
})

test.each([
  ['203.0.113.9:443', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
])('a proxy that writes %s counts %s', (entry, network) => {
  expect(readCaller({ direct: '10.0.0.1', forwardedFor: entry, proxies: 1 })).toBe(network)
})

test.each([
  '',
  ' ',
  'unknown',
  '_hidden',
  'x',
  '1.2.3',
  '1.2.3.4.5',
  '300.1.1.1',
  '[1.2.3.4',
  '1.2.3.4:port',
  '::g',
  ':443',
])('an entry "%s" counts as the connection', (entry) => {
  expect(readCaller({ direct: '10.0.0.1', forwardedFor: entry, proxies: 1 })).toBe('10.0.0.1')
})

test.each([
  [0, '10.0.0.1'],
  [1, '10.0.0.2'],
  [2, '203.0.113.9'],
  [3, '198.51.100.1'],
  [4, '10.0.0.1'],
])('with %i proxies the caller is %s', (proxies, caller) => {
  const forwardedFor = '198.51.100.1, 203.0.113.9:1, 10.0.0.2'
  expect(readCaller({ direct: '10.0.0.1', forwardedFor, proxies })).toBe(caller)
})

test('a connection without an address is one caller', () => {
  expect(readCaller({ direct: undefined, forwardedFor: undefined, proxies: 1 })).toBe('unknown')
})
