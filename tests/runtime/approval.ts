import type { RawInputOf } from '../../contract/endpoint.ts'
import { changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import type { TestAccount } from './people.ts'

type MarkAndNote = Pick<RawInputOf<typeof markKhateeb>, 'mark' | 'note'>

/** The masjid changes its mark of a khateeb, its note about him, or both. */
export function mark(masjid: TestAccount, khateeb: TestAccount, changes: MarkAndNote) {
  return masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, ...changes })
}

/** The masjid chooses whether only approved khateebs can request its slots and be invited. */
export function setApprovedOnly(masjid: TestAccount, approvedOnly = true) {
  return masjid.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly })
}
