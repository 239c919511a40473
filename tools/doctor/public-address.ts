import { randomUUID } from 'node:crypto'
import { errorReason } from '../../server/error-reason.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'
import { type Certificate, type HttpResponse, httpGet } from './http-get.ts'

const day = 24 * 60 * 60_000

/** The doctor warns if less than this share of a certificate's lifetime is left: two weeks of three months. */
const renewalShare = 0.15

/** Minbar returns this request header in its response. */
const idHeader = 'x-request-id'

/** Requests `/healthz` at the public address. Rejects if the response is not from Minbar, which returns the request id. */
export async function pingPublicAddress(publicUrl: string): Promise<HttpResponse> {
  const id = randomUUID()
  const response = await httpGet(new URL('/healthz', publicUrl), { [idHeader]: id })
  if (response.status === 200 && response.headers[idHeader] === id) return response
  throw new Error(
    `something that is not Minbar answers there, or a proxy that cannot reach Minbar (status ${response.status})`,
  )
}

/** Checks that PUBLIC_URL leads to Minbar over https. */
export const checkPublicAddress: Check = async ({ config: { publicUrl }, publicResponse }) => {
  if (publicUrl === null) {
    return warning(
      'PUBLIC_URL is not set, so links in letters only work on this machine: set it to the address that people use.',
    )
  }
  let response: HttpResponse | undefined
  try {
    response = await publicResponse()
  } catch (error) {
    return failed(
      `${publicUrl} does not lead to Minbar (${errorReason(error)}): make sure that Minbar runs, then check DNS, firewall and proxy.`,
    )
  }
  if (!publicUrl.startsWith('https:')) {
    if (isLoopback(publicUrl))
      return ok(`${publicUrl} leads to Minbar; it can only be reached from this machine.`)
    return failed(
      `${publicUrl} leads to Minbar, but sends passwords unencrypted: put a proxy with TLS in front, and set PUBLIC_URL to its https address.`,
    )
  }
  const hsts = response?.headers['strict-transport-security']
  const reached =
    hsts === undefined
      ? warning(
          `${publicUrl} leads to Minbar, but its responses lack HSTS: set the same PUBLIC_URL for the server, and make the proxy forward Minbar's headers.`,
        )
      : ok(`${publicUrl} leads to Minbar.`)
  if (response?.certificate === undefined) return reached
  return [reached, { check: 'certificate', ...judgeCertificate(response.certificate) }]
}

function judgeCertificate({ validFrom, validUntil, fault }: Certificate): CheckResult {
  const left = validUntil.getTime() - Date.now()
  const days = Math.floor(left / day)
  if (left < 0) return failed('The certificate has expired: find out why the proxy does not renew it.')
  if (fault !== undefined) {
    return failed(
      `Browsers do not trust the certificate (${fault}): make the proxy get one for the host of PUBLIC_URL.`,
    )
  }
  if (left < renewalShare * (validUntil.getTime() - validFrom.getTime())) {
    return warning(
      `The certificate expires in ${(left / day).toFixed(1)} days: find out why the proxy does not renew it.`,
    )
  }
  return ok(`The certificate is valid for another ${days} days.`)
}

export function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
