import { randomUUID } from 'node:crypto'
import type { Check } from './check.ts'
import { type Finding, findingsOf } from './finding.ts'
import { type HttpResponse, type Certificate, httpGet } from './http-get.ts'
import { errorReason } from './error-reason.ts'

const { ok, warning, wrong } = findingsOf('public address')

const day = 24 * 60 * 60_000

/** The part of a certificate's life that is left when it should long be renewed: two weeks of three months, a day of a week. */
const renewedBefore = 0.15

/** The header by which a caller names his request; Minbar's answer repeats it. */
const idHeader = 'x-request-id'

/**
 * Asks the public address whether Minbar is there. The answer of anything else is refused, as it doesn't repeat the id of
 * the request.
 */
export async function pingPublicAddress(publicUrl: string): Promise<HttpResponse> {
  const id = randomUUID()
  const answer = await httpGet(new URL('/healthz', publicUrl), { [idHeader]: id })
  if (answer.status === 200 && answer.headers[idHeader] === id) return answer
  throw new Error(
    `something that is not Minbar answers there, or a proxy that does not reach it (status ${answer.status})`,
  )
}

/** People reach this product at PUBLIC_URL, by https. */
export const checkPublicAddress: Check = async ({ config: { publicUrl }, publicResponse }) => {
  if (publicUrl === null) {
    return [
      warning(
        'PUBLIC_URL is not set, so links in letters lead to this machine alone: set it to the address that people use.',
      ),
    ]
  }
  let answer: HttpResponse | undefined
  try {
    answer = await publicResponse()
  } catch (error) {
    return [
      wrong(
        `${publicUrl} does not lead to Minbar (${errorReason(error)}): see that Minbar runs, then look at DNS, firewall and proxy.`,
      ),
    ]
  }
  if (!publicUrl.startsWith('https:')) {
    if (isLoopback(publicUrl))
      return [ok(`${publicUrl} leads to Minbar; it is an address of this machine alone.`)]
    return [
      wrong(
        `${publicUrl} leads to Minbar, but passwords cross the network in the clear: put a proxy with TLS in front, and let PUBLIC_URL begin with https.`,
      ),
    ]
  }
  const hsts = answer?.headers['strict-transport-security']
  const reached =
    hsts === undefined
      ? warning(
          `${publicUrl} leads to Minbar, but its answers lack HSTS: give the server the same PUBLIC_URL, and have the proxy pass on its headers.`,
        )
      : ok(`${publicUrl} leads to Minbar.`)
  return [reached, ...(answer?.certificate === undefined ? [] : [judgeCertificate(answer.certificate)])]
}

function judgeCertificate({ validFrom, validUntil, fault }: Certificate): Finding {
  const found = findingsOf('certificate')
  const left = validUntil.getTime() - Date.now()
  const days = Math.floor(left / day)
  if (left < 0) return found.wrong('The certificate has expired: find out why the proxy does not renew it.')
  if (fault !== undefined) {
    return found.wrong(
      `Browsers do not trust the certificate (${fault}): have the proxy get one for the host of PUBLIC_URL.`,
    )
  }
  if (left < renewedBefore * (validUntil.getTime() - validFrom.getTime())) {
    return found.warning(
      `The certificate ends in ${(left / day).toFixed(1)} days: find out why the proxy does not renew it.`,
    )
  }
  return found.ok(`The certificate is valid for another ${days} days.`)
}

/** Whether an address is one that only programs on this machine reach. */
export function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
