import type { deleteMasjid as endpoint } from '../../contract/members.ts'
import type { SignedInAction } from '../identity/action-types.ts'
import { lockPersonIfPasswordUnchanged, reauthenticate } from '../identity/check-password.ts'
import { addToDeletionList } from '../identity/delete-account.ts'
import { cancelUpcomingBookings, eraseIfWithoutParty, eraseParty } from '../identity/erase-account.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { queueNews } from '../news/queue-news.ts'
import { lockOwnMasjid } from './lock-own-masjid.ts'

/**
 * Deletes the caller’s masjid, and the account of each member who acts for no other party. Letters go to all members, to the khateebs who
 * lose an assignment or a pending proposal, and to the people who were invited by email for a slot.
 */
export const deleteMasjid: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { caller } = context
  const proven = await reauthenticate(parts, context, input)
  const { masjidId, own } = await context.transact(async (tx) => {
    const masjid = await lockOwnMasjid(tx, caller)
    const cancellations = await cancelUpcomingBookings(tx, caller, 'not_signed_in')
    // Lock the person after the slots, as each deletion does.
    await lockPersonIfPasswordUnchanged(tx, proven)
    const erased = await eraseParty(tx, caller)
    const ended = { how: 'masjid_deleted', by: { who: 'recipient', name: null } } as const
    const self = await eraseIfWithoutParty(tx, masjid, masjid.caller, ended, erased.mailedEvents)
    await queueNews(tx, cancellations)
    await queueLetters(tx, [...erased.letters, ...self.letters])
    return { masjidId: erased.ids, own: self.ids }
  })
  await addToDeletionList(parts, context, [...masjidId, ...own])
  if (own.length > 0) context.cookie.clear()
  return {}
}
