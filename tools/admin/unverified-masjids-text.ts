import { addressLine } from '../../contract/map-url.ts'
import type { unverifiedMasjids } from '../../server/directory/unverified-masjids.ts'

type Masjids = Awaited<ReturnType<typeof unverifiedMasjids>>

/** The list of masjids to verify, with what the operator needs to check each of them. */
export function unverifiedMasjidsText(masjids: Masjids): string {
  const [first] = masjids
  if (first === undefined) return 'All masjids are verified.'
  const omitted = first.total - masjids.length
  const more = omitted > 0 ? [`And ${omitted} more: verify or suspend some of these first.`] : []
  return [...masjids.map(entry), ...more].join('\n\n')
}

function entry(masjid: Masjids[number]): string {
  const { masjidName, phone, website, email, emailVerified, requests, signedUpAt } = masjid
  return [
    `${masjidName}, signed up ${signedUpAt.toISOString().slice(0, 10)}, requests waiting: ${requests}`,
    `  ${addressLine(masjid)}`,
    `  ${[phone, website].filter((it) => it !== '').join(', ')}`,
    `  email ${emailVerified ? 'confirmed' : 'not confirmed'}: ${email}`,
  ].join('\n')
}
