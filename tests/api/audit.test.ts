import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { removeKhateeb } from '../../contract/assignments.ts'
import { cancelEmailChange, undoEmailChange } from '../../contract/email-change.ts'
import * as identity from '../../contract/identity.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { expireProposals } from '../../server/proposals/expire-proposals.ts'
import { startApp } from '../runtime/app.ts'
import { auditEventsOf } from '../runtime/audit-events.ts'
import { changeEmailOf, requestEmailChange, tokenInLetter } from '../runtime/email-changes.ts'
import { changePasswordOf, password, type TestAccount } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import {
  approveKhateeb,
  confirmByInvite,
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
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

const readAuditEvents = (...people: readonly TestAccount[]) => auditEventsOf(app.database, people)

describe('the audit of a slot', () => {
  test('records an approved request, the closed request of another khateeb, and the removal of the khateeb', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await requestSlot(khateeb, slot)
    await requestSlot(rival, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await masjid.client.call(removeKhateeb, slot)
    expect(await readAuditEvents(masjid, khateeb, rival)).toEqual([
      `${masjid.name}: slot_posted`,
      `${khateeb.name}: request_sent (${khateeb.name})`,
      `${rival.name}: request_sent (${rival.name})`,
      `${masjid.name}: request_accepted (${khateeb.name})`,
      `${masjid.name}: request_closed (${rival.name})`,
      `${masjid.name}: khateeb_removed (${khateeb.name})`,
    ])
  })

  test('records an accepted invite and the khateeb’s withdrawal', async ({ masjid, khateeb, slot }) => {
    await confirmByInvite(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot, 'I am ill.')
    expect(await readAuditEvents(masjid, khateeb)).toEqual([
      `${masjid.name}: slot_posted`,
      `${masjid.name}: invite_sent (${khateeb.name})`,
      `${khateeb.name}: invite_accepted (${khateeb.name})`,
      `${khateeb.name}: khateeb_withdrew (${khateeb.name})`,
    ])
  })

  test('records rejected and revoked proposals', async ({ masjid, khateeb, slot }) => {
    await inviteKhateeb(masjid, khateeb, slot)
    await rejectInviteTo(khateeb, slot)
    await inviteKhateeb(masjid, khateeb, slot)
    await revokeInviteOf(masjid, khateeb, slot)
    await requestSlot(khateeb, slot)
    await rejectKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, slot)
    await revokeRequest(khateeb, slot)
    expect((await readAuditEvents(masjid, khateeb)).filter((it) => !it.includes('_sent'))).toEqual([
      `${masjid.name}: slot_posted`,
      `${khateeb.name}: invite_rejected (${khateeb.name})`,
      `${masjid.name}: invite_revoked (${khateeb.name})`,
      `${masjid.name}: request_rejected (${khateeb.name})`,
      `${khateeb.name}: request_revoked (${khateeb.name})`,
    ])
  })

  test('records the removal of a slot with a khateeb, and of a slot with a request', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    const later = await postSlot(masjid, '15:00')
    await confirmKhateeb(masjid, khateeb, slot)
    await requestSlot(rival, later)
    await masjid.client.call(removeSlot, slot)
    await masjid.client.call(removeSlot, later)
    expect((await readAuditEvents(masjid, khateeb, rival)).slice(5)).toEqual([
      `${masjid.name}: slot_removed`,
      `${masjid.name}: khateeb_released (${khateeb.name})`,
      `${masjid.name}: slot_removed`,
      `${masjid.name}: request_closed (${rival.name})`,
    ])
  })

  test('records the slot that a khateeb left by deleting his account, and his closed request', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    const later = await postSlot(masjid, '15:00')
    await confirmKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, later)
    await khateeb.client.call(identity.deleteAccount, { password })
    expect((await readAuditEvents(masjid, khateeb)).slice(5)).toEqual([
      `${khateeb.name}: khateeb_left (${khateeb.name})`,
      `${khateeb.name}: request_closed (${khateeb.name})`,
      `${khateeb.name}: account_deleted (${khateeb.name})`,
    ])
  })

  test('records a khateeb’s confirmation and removal under the same assignment id', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await confirmByInvite(masjid, khateeb, slot)
    const [{ assignmentId } = { assignmentId: '' }] = await khateeb.client.call(getMyKhutbahs, {
      khateebUid: 'me',
    })
    await masjid.client.call(removeKhateeb, slot)
    const rows = await app.database.db
      .selectFrom('audit')
      .where('assignment_id', '=', assignmentId)
      .orderBy('id')
      .select('event')
      .execute()
    expect(rows.map((it) => it.event)).toEqual(['invite_accepted', 'khateeb_removed'])
  })

  test('records a masjid’s new time zone, and its effect on a slot', async ({ masjid }) => {
    await postSlot(masjid)
    await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    expect((await readAuditEvents(masjid)).slice(1)).toEqual([
      `${masjid.name}: profile_changed [timeZone]`,
      `${masjid.name}: slot_zone_changed`,
    ])
  })

  test('records an expired request, with Minbar as the actor', async ({ khateeb, slot }) => {
    await requestSlot(khateeb, slot)
    await app.setNow(`${fridayAfter(1)}T00:00:00Z`)
    expect(await expireProposals(app.database)).toBe(1)
    await app.setNow(null)
    expect((await readAuditEvents(khateeb)).at(-1)).toBe(`minbar: request_expired (${khateeb.name})`)
  })
})

test('refused and repeated calls are not audited', async ({ masjid, khateeb, slot }) => {
  await requestSlot(khateeb, slot)
  const before = await readAuditEvents(masjid, khateeb)
  await requestSlot(khateeb, slot)
  await postSlot(masjid)
  await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject({ code: 'already_requested' })
  const times = ['15:00', '25:00']
  const adding = masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times })
  await expect(adding).rejects.toMatchObject({ status: 400 })
  expect(await readAuditEvents(masjid, khateeb)).toEqual(before)
})

test('changes of an email address are audited', async ({ khateeb }) => {
  const newEmail = `new-${khateeb.email}`
  await requestEmailChange(khateeb, newEmail)
  expect(await khateeb.client.call(cancelEmailChange, {})).toEqual({ changed: true })
  expect(await khateeb.client.call(cancelEmailChange, {})).toEqual({ changed: false })
  const token = await changeEmailOf(app, khateeb, khateeb.email, newEmail)
  await app.client().call(undoEmailChange, { token })
  expect(await readAuditEvents(khateeb)).toEqual(
    [
      'email_change_asked',
      'email_change_canceled',
      'email_change_asked',
      'email_changed',
      'email_change_undone',
    ].map((event) => `${khateeb.name}: ${event} (${khateeb.name})`),
  )
})

test('changes of an account are audited', async ({ khateeb }) => {
  const { email } = khateeb
  await khateeb.client.call(verifyEmail, { token: await tokenInLetter(app, email, 'welcome') })
  await khateeb.client.call(updateUser, { uid: 'me', bio: 'A bio.' })
  const { client } = await changePasswordOf(app.baseUrl, khateeb)
  await openTestSession(app.database, khateeb.uid)
  expect(await client.call(identity.endOtherSessions, {})).toEqual({ ended: 1 })
  expect(await client.call(identity.endOtherSessions, {})).toEqual({ ended: 0 })
  await openTestSession(app.database, khateeb.uid)
  const other = (await client.call(identity.getSessions, {})).find((it) => !it.current)
  await client.call(identity.revokeSession, { id: other?.id ?? '' })
  await app.client().call(identity.sendPasswordReset, { email })
  const token = await tokenInLetter(app, email, 'password_reset')
  await app.client().call(identity.resetPassword, { token, password })
  expect(await readAuditEvents(khateeb)).toEqual(
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

test('audit rows cannot be changed or deleted, and contain no names, phones or emails', async ({
  khateeb,
  slot,
}) => {
  await requestSlot(khateeb, slot)
  const { db } = app.database
  for (const forging of [
    sql`update audit set event = 'nothing'`,
    sql`delete from audit`,
    sql`truncate audit`,
  ]) {
    await expect(forging.execute(db)).rejects.toThrow('what was audited stays as it is')
  }
  const rows = await db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/@|3135550199|Yusuf|Masjid/)
})
