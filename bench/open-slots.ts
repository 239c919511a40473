import type { Client } from 'pg'
import { chordLength, milesBetween } from '../domain/directory/distance.ts'
import { maxProposalsPerSide } from '../domain/proposals/proposal.ts'
import type { Database } from '../server/database/database.ts'
import { openSlots } from '../server/directory/open-slots.ts'
import { withConnection, withDatabase } from '../tools/postgres/connections.ts'
import { formatMilliseconds, median, type ReportMeasurement } from './report.ts'
import { reportLists } from './report-lists.ts'
import { khateebCount, khateebUidOf } from './seed.ts'
import type { Workload } from './workload.ts'

const limit = 20
const radius = 50
const warmUp = 50

/** One in twenty slots of the data is in this language. */
const rareLanguage = 'ar'

/** Measures a khateeb's lists of open slots nearby: a list of all slots, and a list of slots in a rare language. */
export async function measureOpenSlots(
  url: string,
  slots: number,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const name = `open near me at ${slots.toLocaleString('en-US')} slots`
  await measureLists({ url, name, language: undefined }, workload, report)
  await measureLists({ url, name: `${name}, in one language`, language: rareLanguage }, workload, report)
}

interface ListOptions {
  readonly url: string
  readonly name: string
  readonly language: typeof rareLanguage | undefined
}

/** Measures lists of the product and of a hand-written program, and compares the lists with those of a brute-force search. */
async function measureLists(
  { url, name, language }: ListOptions,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const khateebs = Array.from({ length: warmUp + workload.searches }, (_, i) => ({
    uid: khateebUidOf(1 + (i % khateebCount)),
    language,
  }))
  const times: number[] = []
  const floorTimes: number[] = []
  const bruteTimes: number[] = []
  let differences = 0
  await withDatabase(url, (database) =>
    withConnection(url, async (client) => {
      for (const [i, query] of khateebs.entries()) {
        // Warms up the database cache for both programs.
        const expected = await floorSlotIds(client, query)
        const floorTook = await durationOf(() => floorSlotIds(client, query))
        let found: string[] = []
        const took = await durationOf(async () => {
          found = await slotIds(database, query)
        })
        if (i < warmUp) continue
        times.push(took)
        floorTimes.push(floorTook)
        if (String(found) !== String(expected)) differences += 1
      }
      for (const query of khateebs.slice(0, Math.ceil(workload.comparedSearches / 10))) {
        const begun = performance.now()
        const expected = await bruteForceSlotIds(client, query)
        bruteTimes.push(performance.now() - begun)
        if (String(await slotIds(database, query)) !== String(expected)) differences += 1
      }
    }),
  )
  reportLists(report, {
    what: name,
    times,
    floorTimes,
    comparedCount: times.length + bruteTimes.length,
    comparedWith: `floor, and brute force ${formatMilliseconds(median(bruteTimes))}`,
    differences,
  })
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

interface Query extends Pick<ListOptions, 'language'> {
  readonly uid: string
}

async function slotIds(database: Database, { uid, language }: Query): Promise<string[]> {
  const context = { database, nextCursor: () => undefined }
  return (await openSlots(context, { uid, limit, language })).map((it) => it.slotId)
}

const conditionOn = (language: ListOptions['language']) =>
  language === undefined ? '' : `and s.language = '${language}'`

/**
 * Returns the same list as the product, by the fastest statements that we know. They first read the slots of eight days. They read all
 * slots only if these eight days have too few.
 */
async function floorSlotIds(client: Client, query: Query): Promise<string[]> {
  const soon = await floorRows(client, query, 8)
  const rows = soon.length > limit ? soon : await floorRows(client, query, 100_000)
  const page = rows.slice(0, limit).map(({ fromLatitude, fromLongitude, ...slot }) => ({
    ...slot,
    distance: milesBetween({ latitude: fromLatitude, longitude: fromLongitude }, slot),
  }))
  return page.map((it) => it.id)
}

async function floorRows(client: Client, { uid, language }: Query, days: number) {
  const { rows } = await client.query({
    name: `open-${days}-${language}`,
    text: `with here as materialized (select latitude, longitude, position from khateebs where uid = $1),
      near as materialized (
        select m.uid, m.masjid_name, m.verified, m.city, m.state_code, m.time_zone, m.latitude, m.longitude,
          m.position <-> here.position as chord
        from here join masjids m on m.position <@ cube_enlarge(here.position, $2, 3)
        where not m.hidden and m.position <-> here.position <= $2
          and not exists (select from blocks b where b.masjid_uid = m.uid and b.khateeb_uid = $1)),
      hours as materialized (
        select starts_at from assignments where khateeb_uid = $1 and ended_at is null and starts_at > now() - interval '25 hours'),
      page as (
        select s.id, s.date, s.time, s.starts_at, near.* from near join slots s on s.masjid_uid = near.uid
        where s.removed_at is null and s.date >= (now() at time zone 'UTC')::date - 1 and s.date < (now() at time zone 'UTC')::date - 1 + ${days}
          and s.starts_at >= now() ${conditionOn(language)}
          and not exists (select from assignments a where a.slot_id = s.id and a.ended_at is null offset 0)
          and not exists (select from hours where s.starts_at > hours.starts_at - interval '1 hour'
            and s.starts_at < hours.starts_at + interval '1 hour' offset 0)
          and (select count(*) filter (where p.direction = 'request') >= $4
              or coalesce(bool_or(p.slot_id = s.id and p.state = 'pending'), false)
            from slots posted join proposals p on p.slot_id = posted.id and p.khateeb_uid = $1
            where posted.masjid_uid = s.masjid_uid and posted.date = s.date and posted.time = s.time) is not true
        order by s.date, near.chord, s.time, s.id limit $3)
      select page.*, here.latitude as "fromLatitude", here.longitude as "fromLongitude", (
        select coalesce(json_agg(service), '[]') from (
          select at.uid, at.masjid_name, at.time_zone, at.latitude, at.longitude, a.starts_at, its.id, its.date, its.time
          from assignments a join slots its on its.id = a.slot_id join masjids at on at.uid = a.masjid_uid
          where a.khateeb_uid = $1 and a.ended_at is null
            and a.starts_at between page.starts_at - interval '12 hours' and page.starts_at + interval '12 hours') service) as services
      from page cross join here order by page.date, page.chord, page.time, page.id`,
    values: [uid, chordLength(radius), limit + 1, maxProposalsPerSide],
  })
  return rows
}

/**
 * Returns the same list as the product, but checks every slot. Ignores blocks, marks and away dates, and the limit of requests for a slot,
 * because they exclude no slot in the benchmark's data.
 */
async function bruteForceSlotIds(client: Client, { uid, language }: Query): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select s.id from khateebs k, masjids m join slots s on s.masjid_uid = m.uid
     where k.uid = $1 and s.removed_at is null and s.starts_at >= now() ${conditionOn(language)} and m.position <-> k.position <= $2
       and not exists (select from assignments a where a.slot_id = s.id and a.ended_at is null)
       and not exists (select from assignments a where a.khateeb_uid = $1 and a.ended_at is null
         and speaking_hour(a.starts_at) && speaking_hour(s.starts_at))
       and not exists (select from proposals p where p.slot_id = s.id and p.khateeb_uid = $1 and p.state = 'pending')
     order by s.date, m.position <-> k.position, s.time, s.id limit ${limit}`,
    [uid, chordLength(radius)],
  )
  return rows.map((it) => it.id)
}
