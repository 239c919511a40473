import { addressLine } from '../../contract/map-url.ts'
import type { masjidsToVerify } from '../../server/directory/masjids-to-verify.ts'
import { profileToVerify } from '../../server/directory/profile-to-verify.ts'

type Masjids = Awaited<ReturnType<typeof masjidsToVerify>>

/** Formats the list of masjids to verify, with the facts that the operator needs to check each masjid. */
export function masjidsToVerifyText(masjids: Masjids): string {
  const [first] = masjids
  if (first === undefined) return 'All masjids are verified.'
  const omitted = first.total - masjids.length
  const more = omitted > 0 ? [`And ${omitted} more: verify or suspend some of these first.`] : []
  return [...masjids.map(entry), ...more].join('\n\n')
}

function entry(masjid: Masjids[number]): string {
  const { uid, masjidName, phone, website, email, emailVerified, requests, signedUpAt } = masjid
  return [
    `${masjidName}, signed up ${signedUpAt.toISOString().slice(0, 10)}, requests waiting: ${requests}`,
    `  ${addressLine(masjid)}`,
    `  ${[phone, website].filter((it) => it !== '').join(', ')}`,
    `  email ${emailVerified ? 'confirmed' : 'not confirmed'}: ${email}`,
    `  to verify it: npm run admin -- verify ${uid} ${profileToVerify(masjidName, addressLine(masjid)).code}`,
  ].join('\n')
}
