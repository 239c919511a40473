import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { z } from 'zod'
import type { Config } from '../../server/config.ts'
import type { Arrival } from '../../server/http/x-forwarded-for.ts'
import type { Check } from './check.ts'
import { type Finding, findingsOf } from './finding.ts'
import { httpGet } from './http-get.ts'
import { isLoopback } from './public-address.ts'

const { ok, warning, wrong } = findingsOf('proxy')

/** An address of nobody (RFC 5737): no call may be counted as coming from it. */
const forged = '203.0.113.251'

const arrivalSchema = z.object({ address: z.string(), peer: z.string(), forwarded: z.array(z.string()) })

/**
 * Limits count the addresses of callers: neither that of the proxy, nor any that a caller makes up. Asks the public address
 * with a made-up X-Forwarded-For, how that arrives. The token is sent only to Minbar, and by https where that is trusted.
 */
export const checkProxy: Check = async ({ config, publicResponse }) => {
  const { publicUrl, metricsToken, trustProxy } = config
  if (publicUrl === null) return []
  if (isNamed(forged, trustProxy)) {
    return [
      wrong(
        'TRUST_PROXY trusts everybody, so a caller can pretend to be at any address: name the proxy alone.',
      ),
    ]
  }
  if (metricsToken === null) {
    return [
      warning(
        'Whether TRUST_PROXY is right could not be seen: set METRICS_TOKEN, with which this command asks the server.',
      ),
    ]
  }
  const certificate = (await publicResponse())?.certificate
  const isPrivate = certificate === undefined ? isLoopback(publicUrl) : certificate.fault === undefined
  if (!isPrivate) {
    return [
      warning(
        'Whether TRUST_PROXY is right was not asked, as the way to PUBLIC_URL is not private: it needs https and a valid certificate.',
      ),
    ]
  }
  const { status, body } = await httpGet(new URL('/forwarded', publicUrl), {
    authorization: `Bearer ${metricsToken}`,
    'x-forwarded-for': forged,
  })
  if (status !== 200) {
    return [
      warning(
        `Whether TRUST_PROXY is right could not be seen: /forwarded answered with ${status}. Give the server the same METRICS_TOKEN, and have the proxy pass on that path.`,
      ),
    ]
  }
  return [judge(arrivalSchema.parse(JSON.parse(body)), config)]
}

function judge({ address, peer, forwarded }: Arrival, { trustProxy, publicUrl }: Config): Finding {
  const added = forwarded.findLast((it) => it !== forged)
  // Asked from the proxy's own machine, which may say what it likes.
  const isTrusted = added !== undefined && isOfThisMachine(added)
  if (address === forged && !isTrusted) {
    return wrong(
      'A caller can pretend to be at any address: let TRUST_PROXY name the proxy alone, and have the proxy add the address of the caller to X-Forwarded-For.',
    )
  }
  if (address !== peer || (added === peer && isNamed(peer, trustProxy))) {
    return ok(
      `Limits count the addresses of callers: the proxy at ${peer} said that this call came from ${address === forged ? added : address}.`,
    )
  }
  if (added !== undefined) {
    return wrong(
      `Limits count all callers as one, because TRUST_PROXY does not name the proxy: set TRUST_PROXY=${peer}`,
    )
  }
  // Minbar speaks no TLS, and without a proxy the made-up header arrives as it was sent.
  if (publicUrl?.startsWith('https:') === true || forwarded.length === 0) {
    return wrong(
      `Limits count all callers as one, because the proxy at ${peer} adds no X-Forwarded-For: have it do so.`,
    )
  }
  return ok('No proxy stands between callers and Minbar.')
}

function isOfThisMachine(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((it) => it.address === address))
}

/** Whether a setting of addresses and ranges names an address. */
function isNamed(address: string, setting: readonly string[]): boolean {
  const named = new BlockList()
  for (const it of setting) {
    const [start = '', bits] = it.split('/')
    const family = isIPv6(start) ? 'ipv6' : 'ipv4'
    if (bits === undefined) named.addAddress(start, family)
    else named.addSubnet(start, Number(bits), family)
  }
  return named.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
