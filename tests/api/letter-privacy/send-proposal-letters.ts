import { reconfirmKhateeb, removeKhateeb } from '../../../contract/assignments.ts'
import { deleteAccount } from '../../../contract/identity.ts'
import { describeSlots, removeSlot } from '../../../contract/khutbahs.ts'
import { askForApproval, changeApprovedOnly, markKhateeb } from '../../../contract/our-khateebs.ts'
import { updateMasjid } from '../../../contract/own-records.ts'
import { nameTopic } from '../../../contract/topics.ts'
import { password } from '../../runtime/people.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../../runtime/slots.ts'
import { postAndConfirm, type World } from './world.ts'

/** Makes the calls that queue letters about proposals. Sends the letters after each step, while they are still true. */
export async function sendProposalLetters(world: World): Promise<void> {
  const { masjid, khateeb, otherMasjid, otherKhateeb, leavingKhateeb, dispatch } = world
  const first = await postSlot(masjid, '05:00')
  const [taken, removed] = [
    await postAndConfirm(world, '07:00'),
    await postAndConfirm(world, '09:00', fridayAfter(1)),
  ]
  const [offSchedule, moved] = [await postAndConfirm(world, '11:00'), await postAndConfirm(world, '19:00')]
  const wanted = await postSlot(masjid, '13:00')
  for (const step of [
    () => masjid.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true }),
    () => khateeb.client.call(askForApproval, { khateebUid: 'me', ...first }),
    () => masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'approved' }),
    () => masjid.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: false }),
    () => inviteKhateeb(masjid, khateeb, first),
    () => revokeInviteOf(masjid, khateeb, first),
    () => inviteKhateeb(masjid, khateeb, first),
    () => rejectInviteTo(khateeb, first),
    () => requestSlot(khateeb, first),
    () => revokeRequest(khateeb, first),
    () => requestSlot(khateeb, first),
    () => rejectKhateeb(masjid, khateeb, first),
    () => inviteKhateeb(masjid, khateeb, first),
    () => acceptInviteTo(khateeb, first),
    () => describeSlot(world, taken),
    () => enterTopicPatience(world, taken),
    () => enterTopicPatience(world, removed),
    () => enterTopicPatience(world, offSchedule),
    () => withdrawFrom(khateeb, taken, 'I am ill.'),
    () => masjid.client.call(removeKhateeb, removed),
    () => masjid.client.call(removeSlot, offSchedule),
    () => masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' }),
    () => confirmAgain(world, moved),
    () => removeAndPostAgain(world, moved),
    () => moveSlotTo(masjid, moved, '20:00'),
    async () => requestSlot(khateeb, await postSlot(masjid, '15:00')),
    () => moveSlotTo(masjid, { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '15:00' }, '20:30'),
    () => approveWithoutSlot(world),
    () => requestSlot(leavingKhateeb, wanted),
    () => leavingKhateeb.client.call(deleteAccount, { password }),
    () => requestSlot(otherKhateeb, wanted),
    async () => requestSlot(khateeb, await postSlot(otherMasjid, '13:30')),
    () => confirmKhateeb(masjid, khateeb, wanted),
  ]) {
    await step()
    await dispatch()
  }
}

/** The other masjid approves a khateeb who has asked for approval. At that time, the masjid has no open slot. */
async function approveWithoutSlot({ otherMasjid, leavingKhateeb }: World): Promise<void> {
  const { client } = otherMasjid
  await client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
  const slot = await postSlot(otherMasjid, '21:00')
  await leavingKhateeb.client.call(askForApproval, { khateebUid: 'me', ...slot })
  await client.call(removeSlot, slot)
  await client.call(markKhateeb, { masjidUid: 'me', khateebUid: leavingKhateeb.uid, mark: 'approved' })
  await client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: false })
}

/** The khateeb enters a topic for a slot. */
async function enterTopicPatience({ khateeb }: World, slot: Slot): Promise<void> {
  await khateeb.client.call(nameTopic, { khateebUid: 'me', ...slot, topic: 'Patience' })
}

/** The masjid changes the note of a slot. */
async function describeSlot({ masjid }: World, slot: Slot): Promise<void> {
  const { slotId } = await slotSeenBy(masjid, slot)
  await masjid.client.call(describeSlots, {
    masjidUid: 'me',
    slotIds: [slotId],
    note: 'Park behind the school.',
  })
}

/** The khateeb confirms a slot again after the masjid's change of time zone. */
async function confirmAgain({ masjid, khateeb }: World, slot: Slot): Promise<void> {
  const { startsAt } = await slotSeenBy(masjid, slot)
  await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart: startsAt, ...slot })
}

/** The masjid removes a slot, posts it again, and confirms the khateeb again. */
async function removeAndPostAgain(world: World, slot: Slot): Promise<void> {
  await world.masjid.client.call(removeSlot, slot)
  await postAndConfirm(world, slot.khutbahTime)
}
