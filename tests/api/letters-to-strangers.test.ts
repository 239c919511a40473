import { expect, test } from 'vitest'
import { removeKhateeb } from '../../contract/assignments.ts'
import { CallFailed } from '../../contract/client.ts'
import { addMasjid } from '../../contract/identity.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import {
  confirmByInvite,
  fridayAfter,
  fridayInJune,
  postSlot,
  requestSlot,
  type Slot,
  withdrawFrom,
} from '../runtime/slots.ts'

const app = await startApp()

const hours = Array.from({ length: 10 }, (_, hour) => `${String(hour + 8).padStart(2, '0')}:00`)
const fridays = Array.from({ length: 10 }, (_, week) => fridayAfter(week))

const address = { masjidAddress: '2 Oak Avenue', zipCode: '48126', phone: '(313) 555-0144' }

const total = (counts: readonly number[]) => counts.reduce((sum, it) => sum + it, 0)

test('an attacker’s masjid and khateeb can send an unconfirmed address at most seven letters in the first hour, and then one an hour', async () => {
  const start = Date.parse(`${fridayInJune}T12:00:00Z`)
  const after = (minutes: number) => app.setNow(new Date(start + minutes * 60_000).toISOString())
  await after(0)
  const masjid = await newMasjid(app.baseUrl)
  // The attacker signs up with a stranger's email. The stranger never confirms it.
  const stranger = await newKhateeb(app.baseUrl)
  const sendAll = async () =>
    (await sendAndCollectLetters(app.database, 10)).filter(
      (it) => it.to === stranger.email && it.kind !== 'welcome',
    )
  await sendAll()

  let timeZone = 'America/Detroit'
  /** Moves the masjid to the other time zone. Returns `moved`, or the code of the refusal. */
  const move = async (): Promise<string> => {
    const other = timeZone === 'America/Detroit' ? 'America/Menominee' : 'America/Detroit'
    try {
      await masjid.client.call(updateMasjid, { uid: 'me', timeZone: other })
      timeZone = other
      return 'moved'
    } catch (error) {
      return error instanceof CallFailed ? error.code : String(error)
    }
  }
  const moves: string[] = []
  const ends = [
    (slot: Slot) => masjid.client.call(removeKhateeb, slot),
    (slot: Slot) => masjid.client.call(removeSlot, slot),
    (slot: Slot) => withdrawFrom(stranger, slot),
  ]
  const sent: number[] = []
  for (const [week, friday] of fridays.entries())
    for (const [index, hour] of hours.entries()) {
      const slot = await postSlot(masjid, hour, friday)
      await confirmByInvite(masjid, stranger, slot)
      moves.push(await move())
      await ends[(week + index) % ends.length]?.(slot)
      sent.push((await sendAll()).length)
    }
  // In the first hour, the server sends at most six cancellations, and one letter with other news.
  expect(total(sent)).toBeLessThanOrEqual(7)
  expect(sent.at(-1)).toBe(0)
  expect(moves.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'moved'))
  expect(new Set(moves.slice(5))).toEqual(new Set(['too_many_moves']))

  for (let hour = 1; hour <= 23; hour += 1) {
    await after(hour * 61)
    expect((await sendAll()).length).toBeLessThanOrEqual(1)
    const slot = await postSlot(masjid, '20:00', fridayAfter(hour))
    await confirmByInvite(masjid, stranger, slot)
    await masjid.client.call(removeKhateeb, slot)
    expect((await sendAll()).length).toBe(0)
  }
  await app.setNow(null)
})

test('an unconfirmed address gets at most one letter with news an hour, for all its masjids together', async () => {
  const start = Date.parse(`${fridayInJune}T12:00:00Z`)
  await app.setNow(new Date(start).toISOString())
  const stranger = await newMasjid(app.baseUrl)
  const uids = [stranger.uid]
  for (const masjidName of ['Masjid an-Nur', 'Masjid al-Huda', 'Masjid as-Salam'])
    uids.push((await stranger.client.call(addMasjid, { masjidName, ...address })).uid)
  for (const khutbahTime of ['08:00', '10:00'])
    for (const masjidUid of uids) {
      await stranger.client.call(addKhutbah, { masjidUid, date: fridayAfter(0), times: [khutbahTime] })
      const slot = { masjidUid, khutbahDate: fridayAfter(0), khutbahTime }
      await requestSlot(await newKhateeb(app.baseUrl), slot)
    }
  const sent: number[] = []
  for (let hour = 0; hour < 8; hour += 1) {
    await app.setNow(new Date(start + hour * 61 * 60_000).toISOString())
    const letters = await sendAndCollectLetters(app.database, 10)
    sent.push(letters.filter(({ to, kind }) => to === stranger.email && kind !== 'welcome').length)
  }
  // In the first hour, one letter is sent. In each of the next four hours, the digest of one masjid is sent.
  expect(sent).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
  await app.setNow(null)
})
