import { beforeEach, expect, test } from 'vitest'
import { disownAccount, verifyEmail } from '../../contract/account-email.ts'
import { removeKhateeb } from '../../contract/assignments.ts'
import { makeCalendarAddress } from '../../contract/calendar.ts'
import { deleteAccount, endOtherSessions, exportData } from '../../contract/identity.ts'
import { declineInvitation } from '../../contract/invitation-links.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { inviteMember, inviteNewKhateeb } from '../../contract/members.ts'
import { changeNewsSettings, getNews, markNewsRead } from '../../contract/news.ts'
import { askForApproval, changeApprovedOnly } from '../../contract/our-khateebs.ts'
import { insertMember } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { changeEmailOf, tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { fillEveryTable } from '../../tests/runtime/fill-every-table.ts'
import { inviteKhateebByEmail } from '../../tests/runtime/khateeb-invitations.ts'
import {
  changePasswordOf,
  newKhateeb,
  newMasjid,
  password,
  type TestAccount,
} from '../../tests/runtime/people.ts'
import { addSoftwareAuthenticator } from '../../tests/runtime/second-factors.ts'
import { insertSession, insertSessionOfPerson, withPermanentSession } from '../../tests/runtime/session.ts'
import {
  approveKhateeb,
  friday,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
} from '../../tests/runtime/slots.ts'
import { inviteAndReadToken, newMember, newOwner } from '../../tests/runtime/team.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'
import { runOperatorCommand } from './operator-command.ts'
import { createDisownLink } from './single-use-links.ts'

let masjid: TestAccount
let khateeb: TestAccount
let otherKhateeb: TestAccount
let slot: Slot

const app = await startApp()

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl, { phone: '(313) 555-0111' })
  khateeb = await newKhateeb(app.baseUrl, { phone: '(734) 555-0142' })
  otherKhateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  await requestSlot(otherKhateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
  await masjid.client.call(removeKhateeb, slot)
  await inviteKhateeb(masjid, khateeb, slot)
})

const slotFields = { khutbahDate: friday, khutbahTime: '13:00' }

test("a khateeb's export has his profile, proposals, assignments, letters and history, and no private data of other people", async () => {
  const data = await khateeb.client.call(exportData, {})
  const about = { ...slotFields, masjidName: masjid.name, khateebName: khateeb.name }
  expect(data).toMatchObject({
    account: { emailVerifiedAt: null },
    profile: { uid: khateeb.uid, email: khateeb.email, phone: '7345550142' },
    sessions: [{ current: true }],
    slots: [],
    proposals: [
      { ...about, direction: 'request', state: 'accepted', decidedAt: expect.any(String) },
      { ...about, direction: 'invite', state: 'pending', decidedAt: null },
    ],
    assignments: [{ ...about, endReason: 'removed', endedAt: expect.any(String) }],
  })
  expect(data.letters.map((it) => it.kind)).toEqual([
    'welcome',
    'request_approved',
    'khateeb_removed',
    'invite_received',
  ])
  expect(data.history.map((it) => `${it.by}: ${it.event} ${it.khutbahTime}`)).toEqual([
    'me: account_created null',
    'me: request_sent 13:00',
    'masjid: request_accepted 13:00',
    'masjid: khateeb_removed 13:00',
    'masjid: invite_sent 13:00',
  ])
  const text = JSON.stringify(data)
  for (const secret of [
    khateeb.token,
    'argon2',
    masjid.email,
    '3135550111',
    otherKhateeb.name,
    otherKhateeb.uid,
  ]) {
    expect(text).not.toContain(secret)
  }
})

test("a masjid's export has its slots, proposals and assignments, but no email or phone of a khateeb", async () => {
  const data = await masjid.client.call(exportData, {})
  expect(data).toMatchObject({
    profile: { uid: masjid.uid, email: masjid.email, phone: '3135550111' },
    slots: [{ ...slotFields, removedAt: null }],
    proposals: [
      { khateebName: khateeb.name, state: 'accepted' },
      { khateebName: otherKhateeb.name, state: 'closed' },
      { khateebName: khateeb.name, state: 'pending' },
    ],
    assignments: [{ khateebName: khateeb.name, endReason: 'removed' }],
  })
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`${khateeb.email}|${otherKhateeb.email}|7345550142`))
})

test('the export has the party’s news with the times when the person read it, and the person’s news settings', async () => {
  const [newest] = await khateeb.client.call(getNews, {})
  await khateeb.client.call(markNewsRead, { newsId: newest?.newsId ?? '', andOlder: false })
  const settings = { delivery: 'digest', muted: ['ended'], digestHour: 20, language: 'ar' } as const
  await khateeb.client.call(changeNewsSettings, { ...settings, muted: [...settings.muted] })
  const { news, newsSettings } = await khateeb.client.call(exportData, {})
  expect(newsSettings).toEqual([{ name: khateeb.name, ...settings }])
  expect(news).toMatchObject([
    { kind: 'request_approved', ...slotFields, at: expect.any(String), readAt: null },
    { kind: 'khateeb_removed', ...slotFields, readAt: null },
    { kind: 'invite_received', ...slotFields, readAt: expect.any(String) },
  ])
  expect((await masjid.client.call(exportData, {})).newsSettings).toEqual([])
})

test('a member’s export shows acts of colleagues as acts of the masjid, and leaves out what colleagues changed in their own accounts', async () => {
  const personId = await insertMember(app.database.db, masjid.uid, 'viewer')
  const viewer = app.client((await insertSessionOfPerson(app.database, personId)).token)
  masjid = await changePasswordOf(app.baseUrl, masjid)
  await insertSession(app.database, masjid.uid)
  await masjid.client.call(endOtherSessions, {})
  await viewer.call(makeCalendarAddress, {})
  const { history } = await viewer.call(exportData, {})
  expect(history.filter((it) => it.by === 'me')).toMatchObject([{ event: 'calendar_address_made' }])
  expect(history).toContainEqual(expect.objectContaining({ by: 'masjid', event: 'slot_posted' }))
  const own = await masjid.client.call(exportData, {})
  for (const event of ['password_changed', 'sessions_ended']) {
    expect(history.map((it) => it.event)).not.toContain(event)
    expect(own.history).toContainEqual(expect.objectContaining({ by: 'me', event }))
  }
  expect(own.history.map((it) => it.event)).not.toContain('calendar_address_made')
})

test('a member’s export says that a colleague left, not that the colleague’s account was disowned', async () => {
  const { db } = app.database
  const personId = await insertMember(db, masjid.uid, 'owner')
  const colleague = app.client((await insertSessionOfPerson(app.database, personId)).token)
  await app.client().call(disownAccount, { token: (await createDisownLink(db, masjid.email)) ?? '' })
  const { history } = await colleague.call(exportData, {})
  expect(history.map((it) => it.event)).toContain('member_left')
  expect(history.map((it) => it.event)).not.toContain('account_disowned')
})

/** Returns the removals of second factors in the history of an account’s export. */
async function removalsSeenBy({ client }: TestAccount) {
  const { history } = await client.call(exportData, {})
  return history.filter((it) => it.event === 'second_factor_removed')
}

test('only the export of the person concerned shows that the operator has removed this person’s second factors', async () => {
  const owner = await newOwner(app)
  const member = await newMember(app, owner, 'scheduler')
  await addSoftwareAuthenticator(member.client)
  await app.database.transaction((tx) =>
    runOperatorCommand(tx, { email: member.email }, { kind: 'remove_second_factors' }),
  )
  expect(await removalsSeenBy(owner)).toEqual([])
  expect(await removalsSeenBy(member)).toMatchObject([{ by: 'operator' }])
})

test('an export shows that the operator has suspended another side, but not which side', async () => {
  await app.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: masjid.uid }, { kind: 'suspend', on: true }),
  )
  const { history } = await khateeb.client.call(exportData, {})
  const nothing = { changed: null, slotId: null, khutbahDate: null, khutbahTime: null }
  expect(history.at(-1)).toEqual({
    at: expect.any(String),
    by: 'operator',
    event: 'other_side_suspended_or_restored',
    ...nothing,
  })
})

test('the export has the invitations to the person’s confirmed email, but not to an unconfirmed one', async () => {
  const [inviter, invited] = [await newOwner(app), await newOwner(app)]
  for (const { email } of [invited, khateeb])
    await inviter.client.call(inviteMember, { password, email, memberRole: 'viewer' })
  expect((await invited.client.call(exportData, {})).invitationsReceived).toEqual([
    { masjidName: inviter.name, invitedAs: 'viewer', sentAt: expect.any(String), endedAt: null },
  ])
  expect((await khateeb.client.call(exportData, {})).invitationsReceived).toEqual([])
})

test('the export leaves out an invitation that ended while the email belonged to a former owner', async () => {
  await app.setNow('2026-12-28T12:00:00Z')
  const [inviter, other] = [await newOwner(app), await newOwner(app)]
  const former = await newMember(app, inviter, 'viewer')
  const { email } = former
  await other.client.call(inviteNewKhateeb, { email })
  expect((await former.client.call(exportData, {})).invitationsReceived).toHaveLength(2)
  await changeEmailOf(app, former, email, unusedAddress())
  await app.setNow('2027-01-05T12:00:00Z')
  const successor = await newKhateeb(app.baseUrl, { email })
  await app.client().call(verifyEmail, { token: await tokenInLetter(app, email, 'welcome') })
  // The link of a pending invitation is for the present owner of the email.
  expect((await successor.client.call(exportData, {})).invitationsReceived).toMatchObject([
    { masjidName: other.name, endedAt: null },
  ])
  await app.setNow(null)
})

test('the export leaves out an ended invitation to a former owner of the person’s new email, even long after the change', async () => {
  await app.setNow('2026-12-28T12:00:00Z')
  const former = await newKhateeb(app.baseUrl)
  const person = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  const { email } = former
  const { token } = await inviteKhateebByEmail(app, await newOwner(app), email)
  await app.client().call(declineInvitation, { token })
  await changeEmailOf(app, former, email, unusedAddress())
  await app.setNow('2027-01-05T12:00:00Z')
  await changeEmailOf(app, person, person.email, email)
  await app.database.db.deleteFrom('letters').execute()
  await app.setNow('2027-02-15T12:00:00Z')
  await deleteExpiredIdentityData(app.database)
  expect((await person.client.call(exportData, {})).invitationsReceived).toEqual([])
  await app.setNow(null)
})

test('the export has the times when slots were removed and letters were sent', async () => {
  await masjid.client.call(removeSlot, slot)
  const sent = app.database.db.updateTable('letters').where('recipient', '=', masjid.email)
  await sent.set({ sent_at: new Date('2026-12-01T12:00:00Z'), props: '{}' }).execute()
  const { slots, letters } = await masjid.client.call(exportData, {})
  expect(slots).toMatchObject([{ ...slotFields, removedAt: expect.any(String) }])
  expect(new Set(letters.map((it) => it.sentAt))).toEqual(new Set(['2026-12-01T12:00:00.000Z']))
})

test('the export has proposals and assignments with deleted accounts, without the names of these accounts', async () => {
  await masjid.client.call(deleteAccount, { password })
  const { proposals, assignments } = await khateeb.client.call(exportData, {})
  const names = [...proposals, ...assignments].map((it) => it.masjidName)
  expect(new Set(names)).toEqual(new Set(['Former masjid']))
})

test('the export lists a person’s memberships and the invitations that the person has sent', async () => {
  const owner = await newOwner(app)
  const member = await newMember(app, owner, 'scheduler', 'Bilal Rahman')
  const { email } = await inviteAndReadToken(app, owner, 'viewer')
  const data = await owner.client.call(exportData, {})
  expect(data.memberships).toMatchObject([{ name: owner.name, role: 'masjid', memberRole: 'owner' }])
  expect(data.invitationsSent.at(-1)).toMatchObject({ masjidName: owner.name, email, invitedAs: 'viewer' })
  const ofMember = await member.client.call(exportData, {})
  expect(ofMember.account.name).toBe('Bilal Rahman')
  expect(ofMember.invitationsSent).toEqual([])
})

const isEmpty = (part: unknown) => part === null || (Array.isArray(part) && part.length === 0)

test('if every table has rows, each part of the export is filled in the export of at least one person', async () => {
  const {
    masjid: full,
    khateeb: confirmed,
    other: blocking,
  } = await fillEveryTable(app.baseUrl, app.database)
  const asking = await newKhateeb(app.baseUrl)
  const invited = await newOwner(app)
  await (await newOwner(app)).client.call(inviteNewKhateeb, { email: invited.email })
  await full.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
  const ask = { ...slot, masjidUid: full.uid, khutbahTime: '17:00' }
  await asking.client.call(askForApproval, { khateebUid: 'me', ...ask })
  const exports = await Promise.all(
    [full, confirmed, blocking, asking, invited].map(({ client }) => client.call(exportData, {})),
  )
  const parts = exports.flatMap((it) => Object.entries(it))
  const filled = new Set(parts.filter(([, part]) => !isEmpty(part)).map(([name]) => name))
  expect(parts.map(([name]) => name).filter((name) => !filled.has(name))).toEqual([])
})
