import { expect, test } from 'vitest'
import { narrowestNetworkOf, networksOf } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
])('the narrowest network of %s is %s', (address, network) => {
  expect(narrowestNetworkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1:0000::/56', '2001:db8:1::/48']],
  ['2001:db8:1:abcd::9', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:db8:1:bcd::9', ['2001:db8:1:bcd::/64', '2001:db8:1:0b00::/56', '2001:db8:1::/48']],
])('the networks of %s are %j', (address, networks) => {
  expect(networksOf(address).map((it) => it.name)).toEqual(networks)
})

test('wider networks have higher limits', () => {
  expect(networksOf('2001:db8::1').map((it) => it.times)).toEqual([1, 4, 16])
})
