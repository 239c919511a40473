import { beforeEach, describe, expect, test } from 'vitest'
import { removeKhateeb } from '../../contract/assignments.ts'
import { getSlotHistory } from '../../contract/audit.ts'
import { createClient } from '../../contract/client.ts'
import * as directory from '../../contract/directory.ts'
import { changeEmail } from '../../contract/email-change.ts'
import { deleteAccount, exportData, getSession, getSessions } from '../../contract/identity.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import * as ownRecordCalls from '../../contract/own-records.ts'
import { rejectRequest, revokeInvite } from '../../contract/proposals.ts'
import { tablesWithText } from '../../tests/api/database-snapshot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { signInWith, wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  listQueuedLetters,
  newPairWithSlots,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'

const app = await startApp()

let masjid: TestAccount
let khateeb: TestAccount
let confirmedSlot: Slot
let requestedSlot: Slot
let invitedSlot: Slot
beforeEach(async () => {
  ;({ masjid, khateeb, confirmedSlot, requestedSlot, invitedSlot } = await newPairWithSlots(app.baseUrl))
  await app.database.db.deleteFrom('letters').execute()
})

const deleteAccountOf = (who: TestAccount) => who.client.call(deleteAccount, { password })

describe('a khateeb who deletes his account', () => {
  test('leaves an open slot and no pending proposals, and the masjid gets a letter about each slot', async () => {
    await deleteAccountOf(khateeb)
    const free = { khateeb: 'None', khateebUid: null, assignmentId: null }
    expect(await slotSeenBy(masjid, confirmedSlot)).toMatchObject(free)
    const { requests, sentInvites } = await masjid.client.call(ownRecordCalls.getMasjid, { uid: 'me' })
    expect([requests, sentInvites]).toEqual([[], []])
    const letters = await queuedLetters(app.database, masjid.email, 'khateeb_left')
    expect(letters.map((it) => `${it.occasion.time} ${it.was} ${it.khateebName}`)).toEqual([
      `13:00 confirmed ${khateeb.name}`,
      `14:00 request ${khateeb.name}`,
      `15:00 invite ${khateeb.name}`,
    ])
    const other = await newKhateeb(app.baseUrl)
    await requestSlot(other, confirmedSlot)
    await approveKhateeb(masjid, other, confirmedSlot)
    expect(await slotSeenBy(masjid, confirmedSlot)).toMatchObject({ khateebUid: other.uid })
  })

  test('ends his khutbahs at a masjid, and the masjid’s letter lists the soonest first', async () => {
    const dates = [7, 3, 5, 1, 6, 2, 4].map(fridayAfter)
    for (const date of dates) await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', date))
    await app.database.db.deleteFrom('letters').execute()
    await deleteAccountOf(khateeb)
    const letters = await queuedLetters(app.database, masjid.email, 'khateeb_left')
    const ended = letters.filter((it) => it.was === 'confirmed')
    expect(ended.map((it) => it.occasion.date)).toEqual([friday, ...dates.toSorted()])
  })

  test('is hidden from details and lists; the database keeps only a tombstone, history, letters and the masjid’s news', async () => {
    const headers = { authorization: `Bearer ${masjid.token}`, 'idempotency-key': 'keeps-the-answer' }
    const keeping = createClient({ baseUrl: app.baseUrl, fetch, headers })
    const kept = await keeping.call(ownRecordCalls.updateMasjid, { uid: 'me', website: '' })
    expect(kept.requests).toMatchObject([{ requesterName: khateeb.name }])
    const personId = await personIdOf(app.database.db, khateeb.uid)
    await deleteAccountOf(khateeb)
    expect(await khateeb.client.call(getSession, {})).toBeNull()
    await expect(khateeb.client.call(getSessions, {})).rejects.toMatchObject({ status: 401 })
    const details = masjid.client.call(directory.getKhateebDetails, { id: khateeb.uid })
    await expect(details).rejects.toMatchObject({ status: 404 })
    const listed = await masjid.client.call(directory.getKhateebs, { near: 'me', limit: '100' })
    expect(listed.map((it) => it.uid)).not.toContain(khateeb.uid)
    await expect(inviteKhateeb(masjid, khateeb, confirmedSlot)).rejects.toMatchObject({ status: 404 })
    // The masjid's queued letters contain the khateeb’s name and uid, and the last letter to the khateeb contains his email address.
    const [lastName = ''] = khateeb.name.split(' ').slice(-1)
    expect(await tablesWithText(app.database, lastName, khateeb.email)).toEqual(['letters'])
    // History and the masjid's news still contain the uid. The khateeb’s sessions, links, known browsers, memberships and blocks are
    // deleted.
    const remaining = await tablesWithText(app.database, khateeb.uid)
    expect(remaining.toSorted()).toEqual(['assignments', 'audit', 'letters', 'news', 'parties', 'proposals'])
    expect(await tablesWithText(app.database, personId)).toEqual(['audit', 'people'])
    expect(await listQueuedLetters(app.database)).toContain(`account_deleted to ${khateeb.email}`)
  })

  test('gets only the letter about the deletion: all other queued letters are deleted, even after failed attempts', async () => {
    const letters = app.database.db.updateTable('letters')
    await masjid.client.call(revokeInvite, { khateebUid: khateeb.uid, ...invitedSlot })
    await masjid.client.call(rejectRequest, { requesterId: khateeb.uid, ...requestedSlot })
    await masjid.client.call(removeKhateeb, confirmedSlot)
    await letters.set({ held: true }).where('kind', '=', 'invite_revoked').execute()
    const failedAttempts = { attempts: 3, last_error: 'The mail server is down.' }
    await letters.set(failedAttempts).where('kind', '=', 'request_rejected').execute()
    await deleteAccountOf(khateeb)
    const queued = (await listQueuedLetters(app.database)).filter((it) => it.endsWith(khateeb.email))
    expect(queued).toEqual([`account_deleted to ${khateeb.email}`])
  })

  test('leaves no trace of a requested new email in the database, even if the confirmation link expired before the deletion', async () => {
    const newEmail = `new-${khateeb.email}`
    await khateeb.client.call(changeEmail, { email: newEmail, password })
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000)
    await app.database.db.updateTable('links').set({ expires_at: yesterday }).execute()
    await deleteExpiredIdentityData(app.database)
    expect((await khateeb.client.call(exportData, {})).letters).toMatchObject([{ kind: 'confirm_email' }])
    await deleteAccountOf(khateeb)
    expect(await tablesWithText(app.database, newEmail)).toEqual([])
  })

  test('is named “Former khateeb” in the archive and the slot history', async () => {
    await app.setNow(`${friday}T18:30:00Z`)
    const signedInMasjid = await withPermanentSession(app, masjid)
    await deleteAccountOf(await withPermanentSession(app, khateeb))
    // The khateeb's slot has begun; the other slots of the date are upcoming.
    const anonymous = { khateeb: 'Former khateeb', khateebUid: null }
    expect(await slotSeenBy(signedInMasjid, confirmedSlot)).toMatchObject(anonymous)
    const { khutbahs } = await app.client().call(directory.getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs[0]?.times.map((it) => it.khateeb)).toEqual(['Former khateeb', 'None', 'None'])
    const history = await signedInMasjid.client.call(getSlotHistory, { uid: 'me' })
    expect(history.map((it) => [it.event, it.by.name, it.khateeb])).toContainEqual([
      'request_sent',
      'Former khateeb',
      { uid: null, name: 'Former khateeb' },
    ])
    await app.setNow(`${fridayAfter(1)}T00:00:00Z`)
    const [archived] = await signedInMasjid.client.call(ownRecordCalls.getArchivedKhutbahs, { uid: 'me' })
    expect(archived).toMatchObject({
      date: friday,
      times: [{ khateeb: 'Former khateeb' }, { khateeb: 'None' }, { khateeb: 'None' }],
    })
    await app.setNow(null)
  })

  test('can sign up with the same address again, as a new account', async () => {
    await deleteAccountOf(khateeb)
    await expect(signInWith(app, khateeb.email)).rejects.toMatchObject(wrongCredentialsError)
    const again = await newKhateeb(app.baseUrl, { email: khateeb.email })
    expect(again.uid).not.toBe(khateeb.uid)
    expect(await again.client.call(getMyKhutbahs, { khateebUid: 'me' })).toEqual([])
  })
})

test('deleting a masjid’s account removes its slots and sends letters to its khateebs', async () => {
  await deleteAccountOf(masjid)
  expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toEqual([])
  const { invites, sentRequests } = await khateeb.client.call(ownRecordCalls.getUser, { uid: 'me' })
  expect([invites, sentRequests]).toEqual([[], []])
  const letters = await queuedLetters(app.database, khateeb.email, 'masjid_left')
  expect(letters.map((it) => `${it.occasion.time} ${it.was}`).toSorted()).toEqual([
    '13:00 confirmed',
    '14:00 request',
    '15:00 invite',
  ])
  const details = app.client().call(directory.getMasjidDetails, { masjidId: masjid.uid })
  await expect(details).rejects.toMatchObject({ status: 404 })
  const listed = await khateeb.client.call(directory.getMasjids, { near: 'me', limit: '100' })
  expect(listed.map((it) => it.uid)).not.toContain(masjid.uid)
  await expect(requestSlot(khateeb, confirmedSlot)).rejects.toMatchObject({ status: 404 })
  expect(await listQueuedLetters(app.database)).toContain(`account_deleted to ${masjid.email}`)
  const posted = app.database.db.selectFrom('slots').where('masjid_uid', '=', masjid.uid)
  expect(await posted.where('removed_at', 'is', null).select('id').execute()).toEqual([])
})
