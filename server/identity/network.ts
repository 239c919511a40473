import { isIPv6 } from 'node:net'

/**
 * What limits count as one client: an IPv4 address, or an IPv6 network of 64 bits, since every household is given a
 * whole one of these to choose addresses from. An IPv4 address written as IPv6 is that IPv4 address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const first = groups(head)
  const last = groups(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${all.slice(0, 4).join(':')}::/64`
}

/** An IPv4 address at the end stands for the last two groups, which do not name the network. */
function groups(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
}
