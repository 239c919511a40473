import {
  acceptInvitation,
  declineInvitation,
  joinAsKhateeb,
  joinByInvitation,
} from '../../../contract/invitation-links.ts'
import {
  changeMemberRole,
  getMembers,
  inviteMember,
  inviteNewKhateeb,
  removeMember,
} from '../../../contract/members.ts'
import { moveSlot } from '../../../contract/slot-moves.ts'
import { endOutdatedQuestions } from '../../../server/members/ask-for-slot.ts'
import { tellOfMovedSlots } from '../../../server/members/tell-of-moved-slots.ts'
import { tokenInLetter } from '../../runtime/email-changes.ts'
import { password } from '../../runtime/people.ts'
import { personIdOf } from '../../runtime/person-id.ts'
import { friday, postSlot, slotSeenBy } from '../../runtime/slots.ts'
import { askedEmail, decliningEmail, invitedEmail, phones, unneededEmail, type World } from './world.ts'

/**
 * Makes the calls that queue letters about members. Sends each invitation before it is answered. The masjid invites a person without an
 * account, the owner of the other masjid, and the khateeb. The person without an account joins, and becomes an owner, then a viewer again.
 * The owner of the other masjid is removed later.
 */
export async function sendMemberLetters(world: World): Promise<void> {
  const { app, masjid, otherMasjid, khateeb, dispatch } = world
  await masjid.client.call(inviteMember, { password, email: invitedEmail, memberRole: 'viewer' })
  const token = await tokenInLetter(app, invitedEmail, 'member_invited')
  await dispatch()
  await app.client().call(joinByInvitation, { token, name: 'Bilal Rahman', password })
  const { members } = await masjid.client.call(getMembers, {})
  const { personId = '' } = members.find(({ isCaller }) => !isCaller) ?? {}
  await masjid.client.call(changeMemberRole, { password, personId, memberRole: 'owner' })
  await masjid.client.call(changeMemberRole, { password, personId, memberRole: 'viewer' })

  await masjid.client.call(inviteMember, { password, email: otherMasjid.email, memberRole: 'viewer' })
  const second = await tokenInLetter(app, otherMasjid.email, 'member_invited')
  await dispatch()
  await otherMasjid.client.call(acceptInvitation, { token: second })
  await masjid.client.call(inviteNewKhateeb, { email: khateeb.email })
  const third = await tokenInLetter(app, khateeb.email, 'new_khateeb_invited')
  await dispatch()
  await khateeb.client.call(acceptInvitation, { token: third })
  await askNewKhateebs(world)
  const removed = await personIdOf(app.database.db, otherMasjid.uid)
  await masjid.client.call(removeMember, { password, personId: removed })
}

/**
 * The masjid asks three people without an account, by email, to fill a slot. One declines, one accepts, and the third gets the letter
 * `new_khateeb_not_needed`.
 */
async function askNewKhateebs({ app, masjid, dispatch }: World): Promise<void> {
  const slot = await postSlot(masjid, '23:00')
  const { slotId } = await slotSeenBy(masjid, slot)
  for (const email of [decliningEmail, askedEmail, unneededEmail])
    await masjid.client.call(inviteNewKhateeb, { email, slotId })
  const declined = await tokenInLetter(app, decliningEmail, 'new_khateeb_asked')
  await dispatch()
  await app.client().call(declineInvitation, { token: declined })
  const move = { slotId, toDate: friday, toTime: '22:50', masjidUid: 'me' }
  await masjid.client.call(moveSlot, move)
  await tellOfMovedSlots(app.database)
  const token = await tokenInLetter(app, askedEmail, 'new_khateeb_slot_moved')
  await dispatch()
  const seenStart = (await slotSeenBy(masjid, { ...slot, khutbahTime: '22:50' })).startsAt
  const profile = { firstName: 'Musa', lastName: 'Idris', phone: phones[5], zipCode: '48126' }
  await app.client().call(joinAsKhateeb, { token, seenStart, ...profile })
  await endOutdatedQuestions(app.database)
}
