import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb, removeKhateeb } from '../../contract/assignments.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, updateMasjid } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../runtime/app.ts'
import { auditEventsOf } from '../runtime/audit-events.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { conflict } from '../runtime/refusals.ts'
import { openTestSession } from '../runtime/session.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

const change = (changes: Omit<RawInputOf<typeof updateMasjid>, 'uid'>) =>
  masjid.client.call(updateMasjid, { uid: 'me', ...changes })

const moveLettersTo = ({ email }: TestAccount) => queuedLetters(app.database, email, 'masjid_moved')

const dearborn = { city: 'Dearborn', stateCode: 'MI', zipCode: '48126', timeZone: 'America/Detroit' }

/** Returns the khateeb's confirmed slots as he sees them. */
const ownKhutbahs = () => khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })

async function reconfirm(slot: Slot, startsAt?: string) {
  const [first] = await ownKhutbahs()
  return khateeb.client.call(reconfirmKhateeb, {
    khateebUid: 'me',
    seenStart: startsAt ?? first?.startsAt ?? '',
    ...slot,
  })
}

describe('moves of a masjid', () => {
  test('a masjid that moves sends one letter with the old and new address to each khateeb with an assignment or a pending proposal', async () => {
    const [asked, stranger] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
    const open = await postSlot(masjid, '15:00')
    await inviteKhateeb(masjid, khateeb, open)
    await requestSlot(asked, open)
    await change({ masjidAddress: '9 Elm Street', phone: '3135550111' })

    const before = { address: '1 Main Street', ...dearborn }
    expect(await moveLettersTo(khateeb)).toMatchObject([
      {
        was: 'confirmed',
        before,
        occasion: { address: '9 Elm Street', date: friday, time: '13:00' },
        slots: [
          { date: friday, time: '13:00', was: 'confirmed', awaitsReconfirmation: false },
          { date: friday, time: '15:00', was: 'invite' },
          { date: fridayAfter(1), time: '13:00', was: 'confirmed' },
        ],
      },
    ])
    expect(await moveLettersTo(asked)).toMatchObject([{ was: 'request', before, slots: [{ time: '15:00' }] }])
    expect(await moveLettersTo(stranger)).toEqual([])
  })

  test('a masjid that changes its name, but repeats its address, sends no letter about a move', async () => {
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    await change({ masjidName: 'Another name', masjidAddress: '1 Main Street', zipCode: '48126' })
    expect(await moveLettersTo(khateeb)).toEqual([])
  })

  test('a letter about a new time zone with the same clock time says that nothing changes, and asks for no confirmation', async () => {
    masjid = await newMasjid(app.baseUrl, { zipCode: '46204' })
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    await sendAndCollectLetters(app.database)
    await change({ timeZone: 'America/Indiana/Marengo' })
    expect(await ownKhutbahs()).toMatchObject([
      { timeZone: 'America/Indiana/Marengo', awaitsReconfirmation: false },
    ])
    expect(await moveLettersTo(khateeb)).toMatchObject([{ isUrgent: false }])
    const [letter] = await sendAndCollectLetters(app.database)
    expect(letter?.text).toMatch(
      /Eastern Standard Time \(Indianapolis\)[^]+Eastern Standard Time \(Marengo\)/u,
    )
    expect(letter?.text).toContain('The clocks of both time zones show the same time')
  })

  test('the letter about a masjid’s move doesn’t mention the time zone if the clocks at the new ZIP show the same time', async () => {
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    await sendAndCollectLetters(app.database)
    await change({ zipCode: '43604' })
    const [letter] = await sendAndCollectLetters(app.database)
    expect(letter?.text).toContain('Toledo, OH 43604')
    expect(letter?.text).not.toMatch(/earlier or later|time zone/u)
  })

  test('a masjid that moves sends an urgent letter to a confirmed khateeb, and a normal letter to an invited khateeb', async () => {
    const invited = await newKhateeb(app.baseUrl)
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    await inviteKhateeb(masjid, invited, await postSlot(masjid, '15:00'))
    await change({ masjidAddress: '9 Elm Street' })
    expect(await moveLettersTo(khateeb)).toMatchObject([{ isUrgent: true }])
    expect(await moveLettersTo(invited)).toMatchObject([{ isUrgent: false }])
  })

  test('a masjid can move at most five times within 24 hours, so a khateeb gets at most five letters', async () => {
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
    for (let number = 1; number <= 5; number += 1) await change({ masjidAddress: `${number} Elm Street` })
    const sixth = change({ masjidAddress: '6 Elm Street' })
    await expect(sixth).rejects.toMatchObject({ status: 429, code: 'too_many_moves' })
    expect(await moveLettersTo(khateeb)).toHaveLength(5)
    await change({ phone: '3135550111' })
    expect(await masjid.client.call(getMasjid, { uid: 'me' })).toMatchObject({
      masjidAddress: '5 Elm Street',
    })
    await app.setNow(new Date(Date.now() + 25 * 60 * 60_000).toISOString())
    const tomorrow = app.client(await openTestSession(app.database, masjid.uid))
    await tomorrow.call(updateMasjid, { uid: 'me', masjidAddress: '6 Elm Street' })
    await app.setNow(null)
    expect(await moveLettersTo(khateeb)).toHaveLength(6)
  })

  test('a masjid that moves sends no letter to a removed khateeb', async () => {
    const slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    await masjid.client.call(removeKhateeb, slot)
    await change({ masjidAddress: '9 Elm Street' })
    expect(await moveLettersTo(khateeb)).toEqual([])
  })

  test('letters after a masjid’s move have the new address', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    await change({ masjidAddress: '9 Elm Street' })
    await approveKhateeb(masjid, khateeb, slot)
    expect(await queuedLetters(app.database, khateeb.email, 'request_approved')).toMatchObject([
      { occasion: { address: '9 Elm Street' } },
    ])
  })
})

describe('reconfirmation after a new time zone', () => {
  let slot: Slot
  beforeEach(async () => {
    slot = await postSlot(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    await change({ zipCode: '60601' })
  })

  test('a khateeb whose start changed with the time zone is asked to confirm again, and stays confirmed', async () => {
    expect(await moveLettersTo(khateeb)).toMatchObject([
      { occasion: { timeZone: 'America/Chicago' }, slots: [{ awaitsReconfirmation: true }] },
    ])
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: true }])
    expect(await slotSeenBy(masjid, slot)).toMatchObject({
      khateebUid: khateeb.uid,
      awaitsReconfirmation: true,
    })
  })

  test('a khateeb can reconfirm a changed start once, and the masjid gets a letter', async () => {
    expect(await reconfirm(slot)).toEqual({ changed: true })
    expect(await reconfirm(slot)).toEqual({ changed: false })
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
    expect(await queuedLetters(app.database, masjid.email, 'khateeb_reconfirmed')).toHaveLength(1)
    expect((await auditEventsOf(app.database, [masjid, khateeb])).at(-1)).toBe(
      `${khateeb.name}: khateeb_reconfirmed (${khateeb.name})`,
    )
  })

  test('a khateeb cannot reconfirm a start that has changed again', async () => {
    const [seen] = await ownKhutbahs()
    await change({ zipCode: '80202' })
    await expect(reconfirm(slot, seen?.startsAt)).rejects.toMatchObject(conflict('start_changed'))
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: true }])
  })

  test('a khateeb is no longer asked to reconfirm after the masjid has moved back', async () => {
    await change({ zipCode: '48126' })
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
    expect(await moveLettersTo(khateeb)).toMatchObject([
      { slots: [{ awaitsReconfirmation: true }] },
      { slots: [{ awaitsReconfirmation: false }] },
    ])
  })

  test('a khateeb whose slot moved by a few minutes before the masjid moved is not asked to reconfirm after the masjid has moved back', async () => {
    await change({ zipCode: '48126' })
    await masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: '13:10' })
    await change({ zipCode: '60601' })
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: true }])
    await change({ zipCode: '48126' })
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
  })

  test('a khateeb is no longer asked to reconfirm if the masjid’s next move puts the start into the past', async () => {
    // At 18:30 UTC it is 12:30 in Chicago, and 14:30 in San Juan.
    await app.setNow(`${friday}T18:30:00Z`)
    const today = app.client(await openTestSession(app.database, masjid.uid))
    await today.call(updateMasjid, { uid: 'me', zipCode: '00901' })
    await app.setNow(null)
    expect(await moveLettersTo(khateeb)).toMatchObject([
      { slots: [{ awaitsReconfirmation: true }] },
      { isUrgent: true, slots: [{ was: 'confirmed', awaitsReconfirmation: false }] },
    ])
  })

  test('a khateeb who has reconfirmed is not asked again after a move within the time zone', async () => {
    await reconfirm(slot)
    await change({ zipCode: '60602' })
    expect(await ownKhutbahs()).toMatchObject([{ awaitsReconfirmation: false }])
    expect(await moveLettersTo(khateeb)).toHaveLength(2)
  })

  test('a masjid can move back after it has removed a khateeb who had not yet reconfirmed', async () => {
    await masjid.client.call(removeKhateeb, slot)
    expect(await change({ zipCode: '48126' })).toMatchObject({ timeZone: 'America/Detroit' })
  })

  test('a khateeb cannot reconfirm after being removed', async () => {
    const [seen] = await ownKhutbahs()
    await masjid.client.call(removeKhateeb, slot)
    await expect(reconfirm(slot, seen?.startsAt)).rejects.toMatchObject(conflict('assignment_removed'))
  })
})
