import { isIPv6 } from 'node:net'

/** A network that limits count as one client, and how many times the limit it may have. */
export interface Network {
  readonly name: string
  readonly times: number
}

/**
 * The networks that an address is counted in, the narrowest first. IPv4 has one: the address. IPv6 has three, as a single
 * client can hold a whole network: a household is given a /64, a /56 or a /48 (RFC 6177). The wider networks may also hold
 * neighbours, of one provider, so they have 4 and 16 times the limit. A client with a /56 then gets 4 times and not 256
 * times the limit, and one with a /48 gets 16 times and not 65,536 times.
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

/** The narrowest network of an address. */
export function networkOf(address: string): string {
  return networksOf(address)[0].name
}

/** The eight groups of an IPv6 address, without leading zeros. An IPv4 address at the end counts as two zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const first = groups(head)
  const last = groups(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
}

function groups(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
}
