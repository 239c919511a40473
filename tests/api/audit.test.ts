import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateMasjid, updateUser } from '../../contract/directory.ts'
import { changeEmail, confirmEmail, undoEmailChange, verifyEmail } from '../../contract/email.ts'
import {
  deleteAccount,
  endOtherSessions,
  getSessions,
  resetPassword,
  revokeSession,
  sendPasswordReset,
} from '../../contract/identity.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import {
  acceptInvite,
  rejectInvite,
  rejectRequest,
  removeKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import { expireProposals } from '../../server/proposals/expire-proposals.ts'
import { startApp } from '../runtime/app.ts'
import { auditEventsOf } from '../runtime/audit-events.ts'
import { changePasswordOf, newKhateeb, newMasjid, type Person, password } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { openTestSession } from '../runtime/session.ts'
import {
  approveKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
} from '../runtime/slots.ts'

let masjid: Person
let khateeb: Person
let rival: Person
let slot: Slot

const app = await startApp()

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  rival = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

/** The audit rows about the three people of this test. */
const audited = () => auditEventsOf(app.database, [masjid, khateeb, rival])

describe('the audit of a slot names who did what:', () => {
  test('an approved request, the closed request of a rival, and the removal', async () => {
    await requestSlot(khateeb, slot)
    await requestSlot(rival, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await masjid.client.call(removeKhateeb, slot)
    expect(await audited()).toEqual([
      `${masjid.name}: slot_posted`,
      `${khateeb.name}: request_sent (${khateeb.name})`,
      `${rival.name}: request_sent (${rival.name})`,
      `${masjid.name}: request_accepted (${khateeb.name})`,
      `${masjid.name}: request_closed (${rival.name})`,
      `${masjid.name}: khateeb_removed (${khateeb.name})`,
    ])
  })

  test('an accepted invite and the withdrawal', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...slot })
    await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', ...slot, reason: 'I am ill.' })
    expect(await audited()).toEqual([
      `${masjid.name}: slot_posted`,
      `${masjid.name}: invite_sent (${khateeb.name})`,
      `${khateeb.name}: invite_accepted (${khateeb.name})`,
      `${khateeb.name}: khateeb_withdrew (${khateeb.name})`,
    ])
  })

  test('rejected and revoked proposals', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await khateeb.client.call(rejectInvite, { khateebUid: 'me', ...slot })
    await inviteKhateeb(masjid, khateeb, slot)
    await masjid.client.call(revokeInvite, { khateebUid: khateeb.uid, ...slot })
    await requestSlot(khateeb, slot)
    await masjid.client.call(rejectRequest, { requesterId: khateeb.uid, ...slot })
    await requestSlot(khateeb, slot)
    await khateeb.client.call(revokeSentRequest, { khateebUid: 'me', ...slot })
    expect((await audited()).filter((it) => !it.includes('_sent'))).toEqual([
      `${masjid.name}: slot_posted`,
      `${khateeb.name}: invite_rejected (${khateeb.name})`,
      `${masjid.name}: invite_revoked (${khateeb.name})`,
      `${masjid.name}: request_rejected (${khateeb.name})`,
      `${khateeb.name}: request_revoked (${khateeb.name})`,
    ])
  })

  test('the removal of a slot with a khateeb, and of a slot with a request', async () => {
    const later = await postSlot(masjid, '15:00')
    await requestSlot(khateeb, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await rival.client.call(requestToLead, { khateebId: 'me', ...later })
    await masjid.client.call(removeSlot, slot)
    await masjid.client.call(removeSlot, later)
    expect((await audited()).slice(5)).toEqual([
      `${masjid.name}: slot_removed`,
      `${masjid.name}: khateeb_released (${khateeb.name})`,
      `${masjid.name}: slot_removed`,
      `${masjid.name}: request_closed (${rival.name})`,
    ])
  })

  test('the deletion of a khateeb with an assignment and a request', async () => {
    const later = await postSlot(masjid, '15:00')
    await requestSlot(khateeb, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, later)
    await khateeb.client.call(deleteAccount, { password })
    expect((await audited()).slice(5)).toEqual([
      `${khateeb.name}: khateeb_withdrew (${khateeb.name})`,
      `${khateeb.name}: request_closed (${khateeb.name})`,
      `${khateeb.name}: account_deleted (${khateeb.name})`,
    ])
  })

  test('a confirmation and its removal, with the same assignment id', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...slot })
    const [{ assignmentId } = { assignmentId: '' }] = await khateeb.client.call(getMyKhutbahs, {
      khateebUid: 'me',
    })
    await masjid.client.call(removeKhateeb, slot)
    const rows = await app.database.reader
      .selectFrom('audit')
      .where('assignment_id', '=', assignmentId)
      .orderBy('id')
      .select('event')
      .execute()
    expect(rows.map((it) => it.event)).toEqual(['invite_accepted', 'khateeb_removed'])
  })

  test('a new time zone, which moves the slot', async () => {
    await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    expect((await audited()).slice(1)).toEqual([
      `${masjid.name}: profile_changed [timeZone]`,
      `${masjid.name}: slot_moved`,
    ])
  })

  test('a request that expires', async () => {
    await requestSlot(khateeb, slot)
    await app.setNow(`${fridayAfter(1)}T00:00:00Z`)
    expect(await expireProposals(app.database)).toBe(1)
    await app.setNow(null)
    expect((await audited()).at(-1)).toBe(`minbar: request_expired (${khateeb.name})`)
  })
})

test('refused and repeated calls are not audited', async () => {
  await requestSlot(khateeb, slot)
  const before = await audited()
  await requestSlot(khateeb, slot)
  await postSlot(masjid)
  await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject({ code: 'already_requested' })
  const times = ['15:00', '25:00']
  const adding = masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times })
  await expect(adding).rejects.toMatchObject({ status: 400 })
  expect(await audited()).toEqual(before)
})

test('changes of an e-mail address are audited', async () => {
  const newEmail = `new-${khateeb.email}`
  await khateeb.client.call(changeEmail, { email: newEmail, password })
  const [asked] = await queuedLetters(app.database, newEmail, 'confirm_email')
  await app.client().call(confirmEmail, { token: asked?.token ?? '' })
  const [told] = await queuedLetters(app.database, khateeb.email, 'email_changed')
  await app.client().call(undoEmailChange, { token: told?.token ?? '' })
  expect((await audited()).slice(1)).toEqual(
    ['email_change_asked', 'email_changed', 'email_change_undone'].map(
      (event) => `${khateeb.name}: ${event} (${khateeb.name})`,
    ),
  )
})

test('changes of an account are audited', async () => {
  const [welcome] = await queuedLetters(app.database, khateeb.email, 'welcome')
  await khateeb.client.call(verifyEmail, { token: welcome?.token ?? '' })
  await khateeb.client.call(updateUser, { uid: 'me', bio: 'A bio.' })
  const { client } = await changePasswordOf(app.baseUrl, khateeb)
  await openTestSession(app.database, khateeb.uid)
  expect(await client.call(endOtherSessions, {})).toEqual({ ended: 1 })
  expect(await client.call(endOtherSessions, {})).toEqual({ ended: 0 })
  await openTestSession(app.database, khateeb.uid)
  const other = (await client.call(getSessions, {})).find((it) => !it.current)
  await client.call(revokeSession, { id: other?.id ?? '' })
  await app.client().call(sendPasswordReset, { email: khateeb.email })
  const [reset] = await queuedLetters(app.database, khateeb.email, 'password_reset')
  await app.client().call(resetPassword, { token: reset?.token ?? '', password })
  expect((await audited()).slice(1)).toEqual(
    [
      'email_verified',
      'profile_changed [bio]',
      'password_changed',
      'sessions_ended',
      'session_ended',
      'password_reset',
    ].map((event) => `${khateeb.name}: ${event} (${khateeb.name})`),
  )
})

test('audit rows cannot be changed or deleted, and hold only ids', async () => {
  await requestSlot(khateeb, slot)
  const { reader } = app.database
  for (const forging of [
    sql`update audit set event = 'nothing'`,
    sql`delete from audit`,
    sql`truncate audit`,
  ]) {
    await expect(forging.execute(reader)).rejects.toThrow('what was audited stays as it is')
  }
  const rows = await reader.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/@|3135550199|Yusuf|Masjid/)
})
