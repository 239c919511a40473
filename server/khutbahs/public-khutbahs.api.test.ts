import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { isUnderWay } from '../../domain/khutbahs/is-under-way.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import { clientOf, startApp } from '../../tests/runtime/app.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../../tests/runtime/insert-people.ts'
import { readPages } from '../../tests/runtime/read-pages.ts'
import { loadProposalContext, lockSlot } from '../proposals/lock-and-load.ts'

const app = await startApp()
beforeEach(() => app.setNow(null))

const zone = 'America/Detroit'

/** Inserts slots at the same times on `count` consecutive days, directly into the database. */
async function postDays(masjid: InsertedAccount, count: number, slotsADay: number): Promise<void> {
  await sql`
    insert into slots (masjid_uid, date, time, starts_at)
    select ${masjid.uid}, day, time, (day + time) at time zone ${zone}
    from generate_series(1, ${count}) as number,
      lateral (select (minbar_now() at time zone ${zone})::date + number as day) as days,
      generate_series(0, ${slotsADay - 1}) as hour, lateral (select time '00:00' + hour * interval '1 hour' as time) as times
  `.execute(app.database.db)
}

async function pagesOf(masjid: InsertedAccount, khutbahs?: string) {
  const input = { masjidId: masjid.uid, ...(khutbahs && { khutbahs }) }
  const pages = await readPages((from) => app.client().page(getMasjidDetails, { ...input, ...from }))
  return {
    pages: pages.map((it) => ({
      dates: it.khutbahs.length,
      slots: it.khutbahs.flatMap(({ times }) => times).length,
    })),
    seen: pages.flatMap((it) =>
      it.khutbahs.flatMap(({ date, times }) => times.map(({ time }) => `${date} ${time.time}`)),
    ),
  }
}

test("a masjid's 9,200 slots are paginated by whole dates, each slot once", async () => {
  const masjid = await insertMasjid(app.database)
  await postDays(masjid, 400, 23)
  const { pages, seen } = await pagesOf(masjid)
  expect(pages[0]).toEqual({ dates: 2, slots: 2 * 23 })
  expect(seen).toHaveLength(9_200)
  expect(new Set(seen).size).toBe(9_200)
  expect(seen).toEqual(seen.toSorted())
})

test('a page of a masjid’s khutbahs has the requested number of dates, and the last page has no cursor', async () => {
  const masjid = await insertMasjid(app.database)
  await postDays(masjid, 16, 2)
  const { pages } = await pagesOf(masjid, '8')
  expect(pages).toEqual([
    { dates: 8, slots: 16 },
    { dates: 8, slots: 16 },
  ])
})

test('masjid details show the khutbah of a requested date until its last service ends, and list it as upcoming until that service begins', async () => {
  const masjid = await insertMasjid(app.database)
  const date = '2030-06-07'
  for (const time of ['12:00', '13:30']) await insertSlot(masjid, date, time)
  async function shownAt(instant: string) {
    await app.setNow(instant)
    const [ofDate, all] = [
      await app.client().call(getMasjidDetails, { masjidId: masjid.uid, date }),
      await app.client().call(getMasjidDetails, { masjidId: masjid.uid }),
    ]
    const underWay = ofDate.khutbahs.flatMap(({ times }) => times.map((it) => it.underWay))
    return { underWay, upcoming: all.khutbahs.length }
  }
  expect(await shownAt('2030-06-07T16:30:00Z')).toEqual({ underWay: [true, false], upcoming: 1 })
  expect(await shownAt('2030-06-07T17:30:00Z')).toEqual({ underWay: [false, false], upcoming: 1 })
  expect(await shownAt('2030-06-07T18:29:59Z')).toEqual({ underWay: [false, true], upcoming: 0 })
  expect(await shownAt('2030-06-07T18:30:00Z')).toEqual({ underWay: [], upcoming: 0 })
})

const dates = ['2030-06-06', '2030-06-07', '2030-06-14'] as const
const times = ['13:00', '13:30'] as const
/** The test’s clock: on the second date, after its first slot has begun. */
const now = '2030-06-07T17:15:00Z'

/** A posted slot, perhaps removed. Also has the earlier proposals between the viewer and the masjid for this slot. */
const slot = fc.record({
  date: fc.constantFrom(dates[0], dates[1], dates[2], dates[2]),
  time: fc.constantFrom(...times),
  removed: fc.boolean(),
  proposals: fc.array(
    fc.record({
      direction: fc.constantFrom('invite', 'request', 'request'),
      state: fc.constantFrom('rejected', 'revoked', 'closed', 'expired'),
    }),
    { maxLength: 4 },
  ),
  pending: fc.constantFrom(null, null, 'invite', 'request'),
  filledBy: fc.constantFrom(null, null, 'the viewer', 'another khateeb'),
})
const scenario = fc.record({
  slots: fc.array(slot, { maxLength: 16 }),
  /** The time at which the viewer is confirmed at another masjid on the last date; null if he is not. */
  elsewhere: fc.constantFrom(null, '12:30', '14:00'),
  blockedBy: fc.constantFrom<('khateeb' | 'masjid')[]>(
    [],
    [],
    [],
    ['khateeb'],
    ['masjid'],
    ['khateeb', 'masjid'],
  ),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer It> ? It : never
interface People {
  readonly masjid: InsertedAccount
  readonly other: InsertedAccount
  readonly viewer: InsertedAccount
}

/** Inserts a slot. Returns the columns with which rows of other tables refer to the slot. */
async function insertSlot(at: InsertedAccount, date: string, time: string, removed = false) {
  const starts_at = instantOf(date, time, zone) ?? unexpectedNull()
  const { id } = await app.database.db
    .insertInto('slots')
    .values({ masjid_uid: at.uid, date, time, starts_at, removed_at: removed ? new Date() : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { slot_id: id, masjid_uid: at.uid, starts_at }
}

type SlotColumns = Awaited<ReturnType<typeof insertSlot>>

async function confirm(slotColumns: SlotColumns, khateeb: InsertedAccount): Promise<void> {
  await app.database.db
    .insertInto('assignments')
    .values({ ...slotColumns, khateeb_uid: khateeb.uid, proposal_id: null })
    .execute()
}

async function insertProposal(
  at: SlotColumns,
  khateeb: InsertedAccount,
  direction: string,
  state: string,
): Promise<void> {
  await sql`
    insert into proposals (slot_id, masjid_uid, khateeb_uid, direction, state, decided_at)
    values (${at.slot_id}, ${at.masjid_uid}, ${khateeb.uid}, ${direction}, ${state},
      ${state === 'pending' ? null : new Date()})`.execute(app.database.db)
}

/** Inserts a scenario. Skips what the database's constraints reject: overlapping assignments, and two slots at one time. */
async function insertScenario(it: Scenario, { masjid, other, viewer }: People): Promise<void> {
  for (const by_role of it.blockedBy) {
    const block = { khateeb_uid: viewer.uid, masjid_uid: masjid.uid, by_role }
    await app.database.db.insertInto('blocks').values(block).execute()
  }
  const isBusyOn = new Set<string>()
  if (it.elsewhere !== null) {
    await confirm(await insertSlot(other, dates[2], it.elsewhere), viewer)
    isBusyOn.add(dates[2])
  }
  const taken = new Set<string>()
  for (const { date, time, ...rest } of it.slots) {
    const name = `${date} ${time}`
    const removed = rest.removed || taken.has(name)
    const here = await insertSlot(masjid, date, time, removed)
    for (const { direction, state } of rest.proposals) await insertProposal(here, viewer, direction, state)
    if (removed) continue
    taken.add(name)
    if (rest.pending !== null) await insertProposal(here, viewer, rest.pending, 'pending')
    if (rest.filledBy === 'another khateeb') await confirm(here, await insertKhateeb(app.database))
    if (rest.filledBy !== 'the viewer' || isBusyOn.has(date)) continue
    await confirm(here, viewer)
    isBusyOn.add(date)
  }
}

/** Returns the expected response: for each slot, the verdict of the same rules that judge a request. */
function expectedSlots({ masjid, viewer }: People): Promise<unknown[]> {
  return app.database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('slots as s')
      .leftJoin('assignments as a', (join) =>
        join.onRef('a.slot_id', '=', 's.id').on('a.ended_at', 'is', null),
      )
      .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
      .where('s.masjid_uid', '=', masjid.uid)
      .where('s.removed_at', 'is', null)
      .orderBy('s.starts_at')
      .select(['s.id', 's.date', 's.time', 's.starts_at', 'k.uid', 'k.first_name', 'k.last_name'])
      .execute()
    const upcoming = new Set(
      rows.filter((it) => isUpcoming(it.starts_at, new Date(now))).map((it) => it.date),
    )
    const shown: unknown[] = []
    for (const row of rows.filter((it) => upcoming.has(it.date))) {
      const time = row.time.slice(0, 5)
      const name = { masjidUid: masjid.uid, khutbahDate: row.date, khutbahTime: time }
      const context = {
        ...(await loadProposalContext(tx, await lockSlot(tx, name), viewer.uid)),
        seenStart: null,
      }
      const verdict = judgeProposal('request', context)
      const begun = !isUpcoming(row.starts_at, context.now)
      const pending = begun ? undefined : context.proposals.find((it) => it.state === 'pending')
      const standing = pending?.direction === 'invite' ? 'invited' : 'requested'
      const requests = [...context.earlierDirections, ...context.proposals.map((it) => it.direction)]
      const sent = requests.filter((it) => it === 'request').length
      const shownReasons = ['khateeb_busy', 'too_many_proposals', 'not_accepting', 'you_blocked']
      const isFirst = sent === 0 || (sent === 1 && pending?.direction === 'request')
      const isOpen = row.uid === null && !begun
      shown.push({
        slotId: row.id,
        date: row.date,
        time: { time },
        khateeb: row.uid === null ? 'None' : `${row.first_name} ${row.last_name}`,
        startsAt: row.starts_at.toISOString(),
        begun,
        underWay: isUnderWay(row.starts_at, context.now),
        awaitsReconfirmation: false,
        agreedStart: null,
        standing: row.uid === viewer.uid ? 'confirmed' : pending === undefined ? null : standing,
        canRequest: verdict.kind === 'create',
        cannotRequest: verdict.kind === 'refused' && shownReasons.includes(verdict.why) ? verdict.why : null,
        requestsLeft: isFirst || !isOpen ? null : Math.max(0, 3 - sent),
      })
    }
    return shown
  })
}

test("masjid details show for each slot whether the viewing khateeb's request would succeed, in random situations", async () => {
  await app.setNow(now)
  await fc.assert(
    fc.asyncProperty(scenario, async (it) => {
      const [masjid, other, viewer] = await Promise.all([
        insertMasjid(app.database),
        insertMasjid(app.database),
        insertKhateeb(app.database),
      ])
      const people = { masjid, other, viewer }
      await insertScenario(it, people)
      const seen = await clientOf(app.baseUrl, viewer.token).call(getMasjidDetails, { masjidId: masjid.uid })
      expect(seen.blocked).toBe(it.blockedBy.includes('khateeb'))
      // The other fields are tested in proposals/closed-proposals.api.test.ts, availability/slot-availability.api.test.ts and
      // words-of-slots.api.test.ts.
      const slots = seen.khutbahs.flatMap(({ date, times: all }) =>
        all.map(
          ({
            closesCount: _,
            tooFarFrom: __,
            beyondYourLimits: ___,
            language: ____,
            note: _____,
            topic: ______,
            ...one
          }) => ({
            date,
            ...one,
          }),
        ),
      )
      expect(slots).toEqual(await expectedSlots(people))
    }),
    { numRuns: 80 },
  )
})

function unexpectedNull(): never {
  throw new Error('Unexpected null')
}
