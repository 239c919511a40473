import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { sendVerification, verifyEmail } from '../../contract/account-email.ts'
import { reconfirmKhateeb, removeKhateeb } from '../../contract/assignments.ts'
import { confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { deleteAccount, sendPasswordReset } from '../../contract/identity.ts'
import {
  acceptInvitation,
  declineInvitation,
  joinAsKhateeb,
  joinByInvitation,
} from '../../contract/invitation-links.ts'
import { describeSlots, removeSlot } from '../../contract/khutbahs.ts'
import {
  changeMemberRole,
  changeName,
  getMembers,
  inviteMember,
  inviteNewKhateeb,
  removeMember,
} from '../../contract/members.ts'
import { askForApproval, changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { getSecondFactors, removeSecondFactor } from '../../contract/second-factor.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { nameTopic } from '../../contract/topics.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import type { LetterKind } from '../../server/letters/content/letter.ts'
import { endOutdatedQuestions } from '../../server/members/ask-for-slot.ts'
import { tellOfMovedSlots } from '../../server/members/tell-of-moved-slots.ts'
import { startApp } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { requestEmailChange, tokenInLetter } from '../runtime/email-changes.ts'
import { changePasswordOf, newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { addSoftwareAuthenticator } from '../runtime/second-factors.ts'
import { sendLetters } from '../runtime/send-due-letters.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'

/** The phones of all accounts. No letter may contain a phone, except the masjid's phone in `new_khateeb_confirmed`. */
const phones = ['7345550142', '7345550143', '7345550144', '7345550145', '7345550146', '7345550147'] as const
const phonePattern = /734\D{0,3}555\D{0,3}014[2-7]/
const addressPattern = /[\w.+-]+@minbar\.example/g

const newEmail = 'new-address@minbar.example'
const invitedEmail = 'invited@minbar.example'
const [askedEmail, decliningEmail, unneededEmail] = [
  'asked@minbar.example',
  'declining@minbar.example',
  'unneeded@minbar.example',
]

/**
 * All sent letters, by file name. The file name contains the kind. The test keeps the letters in memory, because deleting an account
 * deletes the files of its letters.
 */
const letters = new Map<string, Email>()

const app = await startApp()
const dataDir = await newDataFolder()
const khateeb = await newKhateeb(app.baseUrl, { phone: phones[0] })
const otherKhateeb = await newKhateeb(app.baseUrl, { phone: phones[1] })
const leavingKhateeb = await newKhateeb(app.baseUrl, { phone: phones[4] })
const masjid = await newMasjid(app.baseUrl, { phone: phones[2] })
const otherMasjid = await newMasjid(app.baseUrl, { phone: phones[3] })

/** Posts a slot and confirms the khateeb for it. */
async function postAndConfirm(time: string, date = friday): Promise<Slot> {
  const slot = await postSlot(masjid, time, date)
  await confirmKhateeb(masjid, khateeb, slot)
  return slot
}

/** Sends all due letters, and reads their files. */
async function dispatch(perHour?: number): Promise<void> {
  await sendLetters({ database: app.database, dataDir, ...(perHour !== undefined && { perHour }) })
  const folder = join(dataDir, 'letters')
  for (const name of await readdir(folder)) {
    letters.set(name, await PostalMime.parse(await readFile(join(folder, name))))
  }
}

const slotAt = (khutbahTime: string) => ({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime })

/** The other masjid approves a khateeb who has asked for approval. At that time, the masjid has no open slot. */
async function approveWithoutSlot(): Promise<void> {
  const { client } = otherMasjid
  await client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
  const slot = await postSlot(otherMasjid, '21:00')
  await leavingKhateeb.client.call(askForApproval, { khateebUid: 'me', ...slot })
  await client.call(removeSlot, slot)
  await client.call(markKhateeb, { masjidUid: 'me', khateebUid: leavingKhateeb.uid, mark: 'approved' })
  await client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: false })
}

/** Makes the calls that queue letters about proposals. Sends the letters after each step, while they are still true. */
async function sendProposalLetters(): Promise<void> {
  const first = await postSlot(masjid, '05:00')
  const [taken, removed] = [await postAndConfirm('07:00'), await postAndConfirm('09:00', fridayAfter(1))]
  const [offSchedule, moved] = [await postAndConfirm('11:00'), await postAndConfirm('19:00')]
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
    () => describeSlot(taken),
    () => enterTopicPatience(taken),
    () => enterTopicPatience(removed),
    () => enterTopicPatience(offSchedule),
    () => withdrawFrom(khateeb, taken, 'I am ill.'),
    () => masjid.client.call(removeKhateeb, removed),
    () => masjid.client.call(removeSlot, offSchedule),
    () => masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' }),
    () => confirmAgain(moved),
    () => removeAndPostAgain(moved),
    () => masjid.client.call(moveSlot, { ...moved, toDate: friday, toTime: '20:00' }),
    async () => requestSlot(khateeb, await postSlot(masjid, '15:00')),
    () => masjid.client.call(moveSlot, { ...slotAt('15:00'), toDate: friday, toTime: '20:30' }),
    () => approveWithoutSlot(),
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

/** The khateeb enters a topic for a slot. */
async function enterTopicPatience(slot: Slot): Promise<void> {
  await khateeb.client.call(nameTopic, { khateebUid: 'me', ...slot, topic: 'Patience' })
}

/** The masjid changes the note of a slot. */
async function describeSlot(slot: Slot): Promise<void> {
  const { slotId } = await slotSeenBy(masjid, slot)
  await masjid.client.call(describeSlots, {
    masjidUid: 'me',
    slotIds: [slotId],
    note: 'Park behind the school.',
  })
}

/** The khateeb confirms a slot again after the masjid's change of time zone. */
async function confirmAgain(slot: Slot): Promise<void> {
  const { startsAt } = await slotSeenBy(masjid, slot)
  await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart: startsAt, ...slot })
}

/** The masjid removes a slot, posts it again, and confirms the khateeb again. */
async function removeAndPostAgain(slot: Slot): Promise<void> {
  await masjid.client.call(removeSlot, slot)
  await postAndConfirm(slot.khutbahTime)
}

/** Makes the calls that queue letters about accounts. Sends the letters with links while the links still work. */
async function sendAccountLetters(): Promise<void> {
  const { email } = otherKhateeb
  await otherKhateeb.client.call(sendVerification, {})
  await otherKhateeb.client.call(sendPasswordReset, { email })
  await vi.waitFor(async () =>
    expect(await queuedLetters(app.database, email, 'password_reset')).toHaveLength(1),
  )
  await dispatch()
  const signedIn = await changePasswordOf(app.baseUrl, otherKhateeb)
  await changeSecondFactors(signedIn)
  await requestEmailChange(signedIn, newEmail)
  const token = await tokenInLetter(app, newEmail, 'confirm_email')
  await dispatch()
  await app.client().call(confirmEmail, { token })
  const undoToken = await tokenInLetter(app, email, 'email_changed')
  await app.client().call(undoEmailChange, { token: undoToken })
}

async function changeSecondFactors({ client }: TestAccount): Promise<void> {
  const { recoveryCodes } = await addSoftwareAuthenticator(client)
  const { factors } = await client.call(getSecondFactors, {})
  const [id = ''] = factors.map((it) => it.id)
  await client.call(removeSecondFactor, { id, password, code: recoveryCodes[0] })
  await addSoftwareAuthenticator(masjid.client)
  await app.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: masjid.uid }, { kind: 'remove_second_factors' }),
  )
}

/**
 * Makes the calls that queue letters about members. Sends each invitation before it is answered. The masjid invites a person without an
 * account, the owner of the other masjid, and the khateeb. The person without an account joins, and becomes an owner, then a viewer again.
 * The owner of the other masjid is removed later.
 */
async function sendMemberLetters(): Promise<void> {
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
  await askNewKhateebs()
  const removed = await personIdOf(app.database.db, otherMasjid.uid)
  await masjid.client.call(removeMember, { password, personId: removed })
}

/**
 * The masjid asks three people without an account, by email, to fill a slot. One declines, one accepts, and the third gets the letter
 * `new_khateeb_not_needed`.
 */
async function askNewKhateebs(): Promise<void> {
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

/** Returns the expected recipients of each kind of letter. */
function recipientsByKind(): Record<LetterKind, readonly string[]> {
  const [khateebOnly, masjidOnly, otherKhateebOnly] = [[khateeb.email], [masjid.email], [otherKhateeb.email]]
  return {
    welcome: [khateeb, otherKhateeb, leavingKhateeb, masjid, otherMasjid].map((person) => person.email),
    invite_received: khateebOnly,
    invite_revoked: khateebOnly,
    request_approved: khateebOnly,
    request_rejected: khateebOnly,
    khateeb_removed: khateebOnly,
    slot_removed: khateebOnly,
    masjid_left: khateebOnly,
    // The news about everything that a deletion ends goes to all members in one digest.
    gathered: [khateeb.email, masjid.email, invitedEmail],
    masjid_moved: khateebOnly,
    slot_moved: khateebOnly,
    proposal_closed_by_move: khateebOnly,
    rival_confirmed: otherKhateebOnly,
    topic_comes_again: masjidOnly,
    slot_described: khateebOnly,
    approval_given: khateebOnly,
    you_withdrew: khateebOnly,
    you_removed_khateeb: masjidOnly,
    you_removed_slot: masjidOnly,
    you_moved_slot: masjidOnly,
    you_reconfirmed: khateebOnly,
    khateeb_event_updated: khateebOnly,
    masjid_event_updated: masjidOnly,
    approval_asked: masjidOnly,
    request_received: [masjid.email, otherMasjid.email],
    request_revoked: masjidOnly,
    invite_accepted: [masjid.email, invitedEmail],
    invite_rejected: masjidOnly,
    khateeb_withdrew: masjidOnly,
    khateeb_reconfirmed: masjidOnly,
    khateeb_left: masjidOnly,
    khateeb_booked_elsewhere: [otherMasjid.email],
    verify_email: otherKhateebOnly,
    password_reset: otherKhateebOnly,
    password_changed: otherKhateebOnly,
    second_factor_added: [otherKhateeb.email, masjid.email],
    recovery_code_used: otherKhateebOnly,
    second_factor_removed: otherKhateebOnly,
    second_factors_reset: masjidOnly,
    confirm_email: [newEmail],
    email_changed: otherKhateebOnly,
    email_restored: otherKhateebOnly,
    email_change_undone: [newEmail],
    member_invited: [invitedEmail, otherMasjid.email],
    new_khateeb_invited: khateebOnly,
    new_khateeb_asked: [askedEmail, decliningEmail, unneededEmail],
    new_khateeb_slot_moved: [askedEmail, unneededEmail],
    new_khateeb_confirmed: [askedEmail],
    khateeb_approved: [leavingKhateeb.email],
    new_khateeb_not_needed: [unneededEmail],
    invited_khateeb_declined: masjidOnly,
    invited_khateeb_joined: masjidOnly,
    member_joined: [invitedEmail, otherMasjid.email],
    member_role_changed: [invitedEmail],
    owner_added: masjidOnly,
    owner_removed: masjidOnly,
    membership_ended: [otherMasjid.email],
    account_deleted: [otherMasjid.email, khateeb.email, leavingKhateeb.email],
  }
}

/** Returns the text of a letter of this kind. */
function textOf(kind: string): string {
  return [...letters].find(([name]) => name.includes(kind))?.[1].text ?? ''
}

/** The names of the masjids’ members. */
const memberNames = ['Aisha Colleague', 'Omar Colleague', 'Bilal Rahman']
const khateebEmails: readonly string[] = [khateeb.email, otherKhateeb.email, newEmail]

/**
 * Returns the names of members that a letter contains but may not contain. A letter to a khateeb may name only the masjid. A letter to a
 * member may name members, so for such a letter, the list is empty.
 */
function memberNamesIn(said: string, to: string): readonly string[] {
  return khateebEmails.includes(to) ? memberNames.filter((it) => said.includes(it)) : []
}

test('letters contain no khateeb’s phone and only allowed emails, show khateebs no member’s name, and go only to the expected recipients', async () => {
  await masjid.client.call(changeName, { name: 'Aisha Colleague' })
  await otherMasjid.client.call(changeName, { name: 'Omar Colleague' })
  // Confirm the emails, because letters to an unconfirmed email have lower limits, and a person with an unconfirmed email cannot invite
  // members.
  const tokens = [
    await tokenInLetter(app, khateeb.email, 'welcome'),
    await tokenInLetter(app, masjid.email, 'welcome'),
  ]
  await dispatch()
  for (const token of tokens) await app.client().call(verifyEmail, { token })
  await sendProposalLetters()
  await sendMemberLetters()
  await sendAccountLetters()
  await dispatch()
  // Above the hourly limit of one letter, further news goes into a digest.
  await masjid.client.call(removeKhateeb, await postAndConfirm('15:00'))
  await dispatch(1)
  await requestSlot(khateeb, await postSlot(otherMasjid, '17:00'))
  await otherMasjid.client.call(deleteAccount, { password })
  await dispatch()
  await khateeb.client.call(deleteAccount, { password })
  await dispatch()

  const sentTo: Record<string, string[]> = {}
  for (const [name, letter] of letters) {
    const kind = name.split('-')[1] ?? ''
    const { to = [], from, subject, text = '', html = '', headers } = letter
    expect([kind, to.length, from?.address]).toEqual([kind, 1, 'no-reply@minbar.test'])
    sentTo[kind] = [...new Set([...(sentTo[kind] ?? []), to[0]?.address ?? ''])].toSorted()
    const others = headers.filter((it) => it.key !== 'to').map((it) => it.value)
    const said = [subject, text, html, ...others].join('\n')
    // The masjid's phone is public. This letter contains it, because the khateeb is new to the masjid.
    const withoutPublicPhone = kind === 'new_khateeb_confirmed' ? said.replaceAll('(734) 555-0144', '') : said
    expect([kind, phonePattern.exec(withoutPublicPhone)]).toEqual([kind, null])
    expect([kind, memberNamesIn(said, to[0]?.address ?? '')]).toEqual([kind, []])
    // Only these kinds may contain an email. The letter to a replaced email contains the new email. Letters about an owner or a declining
    // khateeb contain that person's email.
    const aboutOwner = kind === 'owner_added' || kind === 'owner_removed' ? [invitedEmail] : []
    const aboutKhateeb = kind === 'invited_khateeb_declined' ? [decliningEmail] : []
    const allowed = kind === 'email_changed' ? [newEmail] : [...aboutOwner, ...aboutKhateeb]
    expect([kind, [...new Set(said.match(addressPattern))]]).toEqual([kind, allowed])
  }
  expect(textOf('membership_ended')).toContain('Aisha Colleague')
  const due = Object.entries(recipientsByKind()).map(([kind, to]) => [kind, to.toSorted()])
  expect(sentTo).toEqual(Object.fromEntries(due))
})
