import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { z } from 'zod'
import type { Config } from '../../server/config.ts'
import { type ForwardedEndpointResponse, forwardedAddress } from '../../server/http/x-forwarded-for.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'
import { httpGet } from './http-get.ts'
import { isLoopback } from './public-address.ts'

/** An IP address that is reserved for documentation (RFC 5737), so no caller can have it. */
const forgedAddress = '203.0.113.251'

const arrivalSchema = z.object({ address: z.string(), peer: z.string(), forwarded: z.array(z.string()) })

/**
 * Checks that rate limits use each caller's own IP address, not the proxy's address or a forged one. Sends a forged X-Forwarded-For header
 * to the public address, and asks the server how the header arrived. Sends METRICS_TOKEN only to Minbar: over https with a trusted
 * certificate, or to this machine.
 */
export const checkProxy: Check = async ({ config, publicResponse }) => {
  const { publicUrl, metricsToken, trustProxy } = config
  if (publicUrl === null) return []
  if (isInRanges(forgedAddress, trustProxy)) {
    return failed(
      'TRUST_PROXY trusts every address, so a caller can forge any address: set it to the address of the proxy.',
    )
  }
  if (metricsToken === null) {
    return warning(
      'TRUST_PROXY could not be checked: set METRICS_TOKEN, which this command needs to ask the server.',
    )
  }
  const certificate = (await publicResponse())?.certificate
  const isPrivate = certificate === undefined ? isLoopback(publicUrl) : certificate.fault === undefined
  if (!isPrivate) {
    return warning(
      'TRUST_PROXY was not checked, because the connection to PUBLIC_URL is not secure: it needs https and a valid certificate.',
    )
  }
  const { status, body } = await httpGet(new URL('/forwarded', publicUrl), {
    authorization: `Bearer ${metricsToken}`,
    'x-forwarded-for': forgedAddress,
  })
  if (status !== 200) {
    return warning(
      `TRUST_PROXY could not be checked: /forwarded answered with ${status}. Set the same METRICS_TOKEN for the server, and make the proxy forward that path to Minbar.`,
    )
  }
  return judge(arrivalSchema.parse(JSON.parse(body)), config)
}

function judge(
  { address, peer, forwarded }: ForwardedEndpointResponse,
  { trustProxy, publicUrl }: Config,
): CheckResult {
  const entry = forwarded.findLast((it) => it !== forgedAddress)
  const added = entry === undefined ? undefined : forwardedAddress(entry)
  if (entry !== undefined && added === undefined) {
    return failed(
      `Limits count all callers as one, because the proxy at ${peer} writes ${JSON.stringify(entry)} into X-Forwarded-For: make it add the caller's IP address.`,
    )
  }
  // If this command runs on the machine of the proxy, the proxy may rightly trust the X-Forwarded-For header of this command.
  const isTrusted = added !== undefined && isOfThisMachine(added)
  if (address === forgedAddress && !isTrusted) {
    return failed(
      "A caller can pretend to be at any address: set TRUST_PROXY to the proxy's address only, and make the proxy add the caller's address to X-Forwarded-For.",
    )
  }
  if (address !== peer || (added === peer && isInRanges(peer, trustProxy))) {
    return ok(
      `Each caller's address has limits of its own: the proxy at ${peer} said that this call came from ${address === forgedAddress ? added : address}.`,
    )
  }
  if (added !== undefined) {
    return failed(
      `Limits count all callers as one, because TRUST_PROXY does not name the proxy: set TRUST_PROXY=${peer}`,
    )
  }
  // Each of the two conditions shows that there is a proxy: Minbar itself does not speak TLS, and without a proxy the forged header would
  // arrive.
  if (publicUrl?.startsWith('https:') === true || forwarded.length === 0) {
    return failed(
      `Limits count all callers as one, because the proxy at ${peer} adds no X-Forwarded-For: make it add that header.`,
    )
  }
  return ok('There is no proxy between callers and Minbar.')
}

function isOfThisMachine(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((it) => it.address === address))
}

/** Whether a list of IP addresses and ranges includes an IP address. */
function isInRanges(address: string, setting: readonly string[]): boolean {
  const named = new BlockList()
  for (const it of setting) {
    const [start = '', bits] = it.split('/')
    const family = isIPv6(start) ? 'ipv6' : 'ipv4'
    if (bits === undefined) named.addAddress(start, family)
    else named.addSubnet(start, Number(bits), family)
  }
  return named.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
