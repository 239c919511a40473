import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getMasjidDetails, getMasjids, getOpenSlots } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, newMasjidAndKhateebIn, type TestAccount } from '../../tests/runtime/people.ts'
import { readPages } from '../../tests/runtime/read-pages.ts'
import { friday, fridayAfter, postSlot } from '../../tests/runtime/slots.ts'

const app = await startApp()

/** The ZIPs that each test uses. They are far apart, so that no test sees the slots of another test. */
const places = {
  paging: ['96720', '96778', '96749'],
  time: ['82001'],
  model: ['04401', '04412', '04473', '04605'],
} as const

const nameOf = (it: { masjidName: string; date: string; time: { time: string } }) =>
  `${it.masjidName} ${it.date} ${it.time.time}`

/** Reads all open slots in pages of `limit` slots. Returns the names of the slots on each page. */
async function readPagesOf(
  khateeb: TestAccount,
  limit: number,
  betweenPages = async () => {},
): Promise<string[][]> {
  const pages = await readPages(async (from) => {
    const page = await khateeb.client.page(getOpenSlots, { uid: 'me', limit: String(limit), ...from })
    await betweenPages()
    return page
  })
  return pages.map((page) => page.map(nameOf))
}

describe('pages of open slots', () => {
  test('have the same slots in the same order with every page length', async () => {
    const [here, ...others] = places.paging
    const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, here)
    const masjids = [masjid, await newMasjid(app.baseUrl, { zipCode: here })]
    for (const zipCode of others) masjids.push(await newMasjid(app.baseUrl, { zipCode }))
    for (const it of masjids) {
      for (const weeks of [0, 1, 30])
        await it.client.call(addKhutbah, {
          masjidUid: 'me',
          date: fridayAfter(weeks),
          times: ['13:00', '13:30'],
        })
    }
    const whole = (await khateeb.client.call(getOpenSlots, { uid: 'me' })).map(nameOf)
    expect(whole).toHaveLength(20)
    for (const limit of [1, 3, 8, 24, 25]) {
      const found = await readPagesOf(khateeb, limit)
      expect(found.flat().slice(0, 20)).toEqual(whole)
      expect(found.flat()).toHaveLength(24)
      expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true)
    }
    // Between two pages, post a slot that belongs on an earlier page. It does not shift the later pages.
    const before = (await readPagesOf(khateeb, 100)).flat()
    let weeks = 1
    const during = await readPagesOf(khateeb, 5, async () => {
      await postSlot(masjid, '12:00', fridayAfter(-weeks))
      weeks += 1
    })
    expect(during.flat()).toEqual(before)
  })

  test('with a malformed cursor are refused (400)', async () => {
    const { khateeb } = await newMasjidAndKhateebIn(app.baseUrl, places.time[0])
    const id = '11111111-0000-4000-8000-000000000000'
    for (const key of [
      '',
      'x',
      '2026-02-30 12:00 0',
      '0000-01-01 12:00 0',
      '2026-01-01 24:00 0',
      '2026-01-01 12:00 9e99 ',
      7,
    ]) {
      const cursor = Buffer.from(JSON.stringify([key, id])).toString('base64url')
      await expect(khateeb.client.page(getOpenSlots, { uid: 'me', cursor })).rejects.toMatchObject({
        status: 400,
      })
    }
  })
})

test('the list of open slots equals the slots that masjid details let the khateeb request, in random situations', async () => {
  const [here] = places.model
  const khateeb = await newKhateeb(app.baseUrl, { zipCode: here })
  const rival = await newKhateeb(app.baseUrl, { zipCode: here })
  const masjids = await Promise.all(places.model.map((zipCode) => newMasjid(app.baseUrl, { zipCode })))
  const distances = new Map(
    (await khateeb.client.call(getMasjids, { near: 'me' })).map((it) => [it.uid, it.distance ?? Number.NaN]),
  )
  const { db } = app.database
  const situation = fc.array(
    fc.record({
      masjid: fc.constantFrom(...masjids),
      date: fc.constantFrom(friday, fridayAfter(1), fridayAfter(2), fridayAfter(11)),
      time: fc.constantFrom('12:00', '12:30', '13:00', '13:30', '14:00'),
      is: fc.constantFrom(
        'open',
        'open',
        'open',
        'taken',
        'own',
        'invite',
        'request',
        'rejected',
        'used_up',
        'removed',
      ),
    }),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(situation, fc.constantFrom(1, 2, 5, 100), async (slots, limit) => {
      await sql`delete from slots where masjid_uid in (${sql.join(masjids.map((it) => it.uid))})`.execute(db)
      for (const { masjid, date, time, is } of slots) await arrange(masjid, date, time, is)
      const expected: { name: string; key: [string, number, string, string] }[] = []
      for (const masjid of masjids) {
        const { khutbahs, masjidName } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
        for (const { date, times } of khutbahs) {
          for (const { time, slotId, canRequest } of times) {
            const key = [date, distances.get(masjid.uid) ?? Number.NaN, time.time, slotId] as [
              string,
              number,
              string,
              string,
            ]
            if (canRequest) expected.push({ name: nameOf({ masjidName, date, time }), key })
          }
        }
      }
      expected.sort((a, b) => compare(a.key, b.key))
      expect((await readPagesOf(khateeb, limit)).flat()).toEqual(expected.map((it) => it.name))
    }),
    { numRuns: 25 },
  )

  async function arrange(masjid: TestAccount, date: string, time: string, is: string): Promise<void> {
    const starts_at = instantOf(date, time, 'America/New_York')
    if (starts_at === null) throw new Error(`${date} ${time} does not exist`)
    const removed_at = is === 'removed' ? sql<Date>`minbar_now()` : null
    const slot = await db
      .insertInto('slots')
      .values({ masjid_uid: masjid.uid, date, time, starts_at, removed_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id as slot_id')
      .executeTakeFirst()
    if (slot === undefined) return
    const of = { ...slot, masjid_uid: masjid.uid }
    const propose = (direction: 'invite' | 'request', state: 'pending' | 'rejected') =>
      db
        .insertInto('proposals')
        .values({
          ...of,
          khateeb_uid: khateeb.uid,
          direction,
          state,
          decided_at: state === 'pending' ? null : sql<Date>`minbar_now()`,
        })
        .execute()
    const khateeb_uid = is === 'own' ? khateeb.uid : rival.uid
    if (is === 'own' || is === 'taken')
      // Confirms the khateeb, unless he is already confirmed at an overlapping time.
      await sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select ${of.slot_id}, ${of.masjid_uid}, ${khateeb_uid}, ${starts_at}
        where not exists (select from assignments where khateeb_uid = ${khateeb_uid} and ended_at is null
          and speaking_hour(starts_at) && speaking_hour(${starts_at}))`.execute(db)
    if (is === 'invite' || is === 'request') await propose(is, 'pending')
    if (is === 'rejected') await propose('request', 'rejected')
    if (is === 'used_up') for (let i = 0; i < 3; i += 1) await propose('request', 'rejected')
  }
})

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [i, value] of one.entries()) {
    const against = other[i] ?? ''
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}
