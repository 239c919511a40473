import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import {
  sendAndCollectLetters,
  sendAndCollectLettersTo,
  sendAndListKindsTo,
} from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  approveKhateeb,
  confirmByInvite,
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'

// In each test, letters wait in the outbox until the test sends them, as if the mail server were unreachable.
const app = await startApp()
const { db } = app.database
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
  await db.deleteFrom('letters').execute()
})

const move = (masjidAddress: string) => masjid.client.call(updateMasjid, { uid: 'me', masjidAddress })
const takeOffSchedule = () => masjid.client.call(removeSlot, slot)

describe('a queued letter to a khateeb', () => {
  test('does not say “confirmed” after the masjid removed the khateeb', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await removeKhateebFrom(masjid, slot)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['khateeb_removed'])
  })

  test('does not say “confirmed” after the khateeb withdrew, or the masjid removed the slot', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
    await confirmKhateeb(masjid, khateeb, slot)
    await takeOffSchedule()
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['slot_removed'])
  })

  test('does not say “removed” after the khateeb was confirmed again', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await removeKhateebFrom(masjid, slot)
    await confirmKhateeb(masjid, khateeb, slot)
    // The letter about the first approval is true again, so both letters about an approval may be sent.
    expect(new Set(await sendAndListKindsTo(app.database, khateeb))).toEqual(new Set(['request_approved']))
  })

  test('does not say “canceled” after the khateeb was confirmed for the same hour in a new slot', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await takeOffSchedule()
    await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['request_approved'])
  })

  test('says “removed” if the masjid has only invited the khateeb again', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await removeKhateebFrom(masjid, slot)
    await inviteKhateeb(masjid, khateeb, slot)
    expect((await sendAndListKindsTo(app.database, khateeb)).toSorted()).toEqual([
      'invite_received',
      'khateeb_removed',
    ])
  })

  test('is not sent if it is about an invite or a rejection that a newer decision has replaced', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await revokeInviteOf(masjid, khateeb, slot)
    await inviteKhateeb(masjid, khateeb, slot)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['invite_received'])
    await rejectInviteTo(khateeb, slot)
    await requestSlot(khateeb, slot)
    await rejectKhateeb(masjid, khateeb, slot)
    await confirmByInvite(masjid, khateeb, slot)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
  })

  test('about an approval says “no longer confirmed” after the khateeb’s removal, and lists the proposals that the approval closed', async () => {
    const other = await newMasjid(app.baseUrl, { masjidName: 'Masjid al-Bahr' })
    await requestSlot(khateeb, await postSlot(other))
    await confirmKhateeb(masjid, khateeb, slot)
    await removeKhateebFrom(masjid, slot)
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.map((it) => it.kind).toSorted()).toEqual(['khateeb_removed', 'request_approved'])
    const approval = letters.find((it) => it.kind === 'request_approved')
    expect(approval?.subject).toContain('Invites and requests closed when')
    expect(approval?.text).toContain('but you are no longer confirmed for it.')
    expect(approval?.text).toContain('Your request to Masjid al-Bahr for')
    expect(approval?.text).not.toContain('You are confirmed')
  })

  test('has the new address of a masjid that has moved in the meantime', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await move('9 Elm Street')
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.map((it) => it.kind).toSorted()).toEqual(['masjid_moved', 'request_approved'])
    for (const { text } of letters) expect(text).toMatch(/ddress: 9 Elm Street, Dearborn/u)
  })
})

describe('a queued letter about a masjid’s move', () => {
  test('is not sent after the masjid moved back, and the second letter has the current address', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await sendAndCollectLettersTo(app.database, khateeb)
    await move('9 Elm Street')
    await move('1 Main Street')
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('New address: 1 Main Street')
  })

  test('lists only the slots for which the khateeb is still confirmed, and is not sent if there are no such slots', async () => {
    const second = await postSlot(masjid, '15:00')
    for (const it of [slot, second]) await confirmKhateeb(masjid, khateeb, it)
    await sendAndCollectLettersTo(app.database, khateeb)
    await move('9 Elm Street')
    await removeKhateebFrom(masjid, slot)
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    const moved = letters.find((it) => it.kind === 'masjid_moved')
    expect(moved?.text.match(/You are confirmed: .*/gu)).toEqual([expect.stringContaining('at 3:00 PM')])
    await move('10 Elm Street')
    await withdrawFrom(khateeb, second)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['you_withdrew'])
  })

  test('does not ask a khateeb who has reconfirmed to confirm again', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await sendAndCollectLettersTo(app.database, khateeb)
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const { startsAt } = await slotSeenBy(masjid, slot)
    await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart: startsAt, ...slot })
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.find((it) => it.kind === 'masjid_moved')?.subject).toContain('has a new address')
    for (const { text } of letters) expect(text).not.toContain('Confirm again')
  })
})

describe('a queued letter to a masjid', () => {
  test('does not ask for an answer to a revoked request', async () => {
    await requestSlot(khateeb, slot)
    await revokeRequest(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, masjid)).toEqual(['request_revoked'])
    await requestSlot(khateeb, slot)
    await revokeRequest(khateeb, slot)
    await requestSlot(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, masjid)).toEqual(['request_received'])
  })

  test('about an accepted invite is not sent after the khateeb has withdrawn', async () => {
    await confirmByInvite(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot)
    const letters = await sendAndCollectLettersTo(app.database, masjid)
    expect(letters.map((it) => it.kind)).toEqual(['khateeb_withdrew'])
    expect(letters[0]?.text).toContain('This khutbah needs a khateeb again.')
  })

  test('about a withdrawal has the reason, but does not ask for another khateeb if one is confirmed', async () => {
    const other = await newKhateeb(app.baseUrl)
    await confirmKhateeb(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot, 'I am ill.')
    await confirmKhateeb(masjid, other, slot)
    const letters = await sendAndCollectLettersTo(app.database, masjid)
    expect(letters.map((it) => it.kind)).toEqual(['khateeb_withdrew'])
    expect(letters[0]?.text).toContain('> I am ill.')
    expect(letters[0]?.text).not.toContain('needs a khateeb')
    expect(letters[0]?.text).not.toContain('Find another khateeb')
  })
})

test('news that is no longer true stays in the outbox, marked as overtaken and without its content', async () => {
  await confirmKhateeb(masjid, khateeb, slot)
  await removeKhateebFrom(masjid, slot)
  await sendAndCollectLettersTo(app.database, khateeb)
  const rows = await db
    .selectFrom('letters')
    .where('kind', '=', 'request_approved')
    .select(['props', 'sent_at', 'failed_at', 'overtaken_at'])
    .execute()
  expect(rows).toEqual([{ props: {}, sent_at: null, failed_at: null, overtaken_at: expect.any(Date) }])
  expect(await sendAndCollectLettersTo(app.database, khateeb)).toEqual([])
})

test('news that is no longer true does not count against the hourly limit', async () => {
  await confirmKhateeb(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot)
  await inviteKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(app.database, 1)
  expect(letters.filter((it) => it.to === khateeb.email).map((it) => it.kind)).toEqual(['invite_received'])
})

/** Confirms the khateeb's address, because the hourly limit of an unconfirmed address can hold back a digest a second time. */
const confirmAddress = () =>
  sql`update people set email_verified_at = minbar_now() where email = ${khateeb.email}`.execute(db)

test('a queued digest omits news that is no longer true', async () => {
  await confirmAddress()
  const others = [await postSlot(masjid, '15:00'), await postSlot(masjid, '17:00')]
  // With a limit of one letter an hour, the first letter is sent at once, and later letters are held.
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '09:00'))
  await sendAndCollectLetters(app.database, 1)
  for (const it of others) await inviteKhateeb(masjid, khateeb, it)
  await sendAndCollectLetters(app.database, 1)
  await sql`update letters set next_attempt_at = minbar_now() where held`.execute(db)
  // The digest is created, but the mail server refuses it.
  const refused = sendAndCollectLetters(app.database, 1, () => Promise.reject(new Error('away')))
  expect(await refused).toEqual([])
  const isDue = sql`update letters set next_attempt_at = minbar_now() where kind = 'gathered'`
  await revokeInviteOf(masjid, khateeb, others[0] ?? slot)
  await db.deleteFrom('letters').where('kind', '=', 'invite_revoked').execute()
  await isDue.execute(db)
  const texts = (await sendAndCollectLetters(app.database, 1)).map((it) => it.text)
  expect(texts).toEqual([expect.stringContaining('5:00 PM')])
  expect(texts[0]).not.toContain('3:00 PM')
})

test('a queued digest is not sent if none of its news is true any more', async () => {
  await confirmAddress()
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '09:00'))
  await sendAndCollectLetters(app.database, 1)
  await inviteKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database, 1)
  await sql`update letters set next_attempt_at = minbar_now() where held`.execute(db)
  await sendAndCollectLetters(app.database, 1, () => Promise.reject(new Error('away')))
  await rejectInviteTo(khateeb, slot)
  await sql`update letters set next_attempt_at = minbar_now() where kind = 'gathered'`.execute(db)
  expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
})

test('a letter about an approval is not retried after a failed attempt if the khateeb was removed meanwhile', async () => {
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database, 10, () => Promise.reject(new Error('away')))
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['khateeb_removed'])
  await sql`update letters set next_attempt_at = minbar_now()`.execute(db)
  expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
})
