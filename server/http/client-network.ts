import { isIPv6 } from 'node:net'

/** A network that is rate-limited as one client. Its limit is the normal limit multiplied by `times`. */
export interface Network {
  readonly name: string
  readonly times: number
}

/**
 * Returns the networks in which an address is rate-limited, narrowest first. An IPv4 address has one network: the address itself. An IPv6
 * address has three, because a household gets a /64, a /56 or a /48 from its provider (RFC 6177), and could use every address in it. The
 * /56 and /48 may also contain neighbors, so their limits are 4 and 16 times as high. A client with a /56 then gets 4 times the limit
 * instead of 256 times, and one with a /48 gets 16 times instead of 65,536 times.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return [{ name: mapped ?? address, times: 1 }]
  const [a, b, c, d = '0'] = groupsOf(address)
  const upperByte = d.padStart(4, '0').slice(0, 2)
  const site = `${a}:${b}:${c}`
  return [
    { name: `${site}:${d}::/64`, times: 1 },
    { name: `${site}:${upperByte}00::/56`, times: 4 },
    { name: `${site}::/48`, times: 16 },
  ]
}

/** Returns the narrowest network of an address. */
export function narrowestNetworkOf(address: string): string {
  return networksOf(address)[0].name
}

/** Returns the eight groups of an IPv6 address without leading zeros. An embedded IPv4 address becomes two zero groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const first = splitGroups(head)
  const last = splitGroups(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
}

function splitGroups(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
}
