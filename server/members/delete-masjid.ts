import type { deleteMasjid as endpoint } from '../../contract/members.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInAction } from '../identity/action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from '../identity/check-password.ts'
import { addToDeletionList } from '../identity/delete-account.ts'
import { cancelUpcoming, eraseIfWithoutParty, eraseParty } from '../identity/erase-account.ts'
import { findMember, lockMembers } from '../identity/memberships.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { queueNews } from '../news/queue-news.ts'

/** Deletes the caller's masjid, and the account of each member who acts for no other party. Letters tell everyone concerned. */
export const deleteMasjid: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { caller } = context
  const { uid, personId } = caller
  const account = await reauthenticate(parts, context, input)
  const { masjidId, own } = await context.transact(async (tx) => {
    const masjid = await lockMembers(tx, uid)
    const owner = await findMember(tx, uid, personId)
    if (masjid === undefined || owner === undefined) throw new Failure('not_signed_in')
    const cancellations = await cancelUpcoming(tx, caller, 'not_signed_in')
    await lockIfPasswordUnchanged(tx, account)
    const erased = await eraseParty(tx, caller)
    const self = await eraseIfWithoutParty(tx, masjid, owner, 'masjid_deleted')
    await queueNews(tx, cancellations)
    await queueLetters(tx, [...erased.letters, ...self.letters])
    return { masjidId: erased.ids, own: self.ids }
  })
  await addToDeletionList(parts, context, [...masjidId, ...own])
  if (own.length > 0) context.cookie.clear()
  return {}
}
