import type { Client } from 'pg'
import { chordLength, milesBetween } from '../domain/directory/distance.ts'
import { khateebsForSlot } from '../server/directory/khateebs-for-slot.ts'
import { withConnection, withDatabase } from '../tools/postgres/connections.ts'
import type { ReportMeasurement } from './report.ts'
import { reportLists } from './report-lists.ts'
import { activeMasjidCount, masjidUidOf } from './seed.ts'
import type { Workload } from './workload.ts'

const limit = 20
const radius = 50
const maxJudged = 200
const warmUp = 50
const hour = 60 * 60_000

/** Measures how long the product and a hand-written program take to list the khateebs for a masjid's slot, and compares their lists. */
export async function measureKhateebsForSlot(
  url: string,
  khateebs: number,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const times: number[] = []
  const floorTimes: number[] = []
  let differences = 0
  await withDatabase(url, (database) =>
    withConnection(url, async (client) => {
      const slots = await nextSlots(client, warmUp + workload.searches)
      for (const [i, { masjidUid, slotId }] of slots.entries()) {
        const context = { database, caller: { uid: masjidUid }, nextCursor: () => undefined }
        // Warms up the database cache for both programs.
        const expected = await floorList(client, masjidUid, slotId)
        const floorBegun = performance.now()
        await floorList(client, masjidUid, slotId)
        const begun = performance.now()
        const found = await khateebsForSlot(context, { uid: masjidUid, slotId, limit })
        const ended = performance.now()
        if (i < warmUp) continue
        times.push(ended - begun)
        floorTimes.push(begun - floorBegun)
        if (JSON.stringify(summaryOf(found)) !== JSON.stringify(summaryOf(expected))) differences += 1
      }
    }),
  )
  reportLists(report, {
    what: `free at an hour of ${khateebs.toLocaleString('en-US')} khateebs`,
    times,
    floorTimes,
    comparedCount: times.length,
    comparedWith: 'floor',
    differences,
  })
}

/** Returns the next slot of each of `count` masjids. */
async function nextSlots(client: Client, count: number) {
  const uids = Array.from({ length: count }, (_, i) => masjidUidOf(1 + (i % activeMasjidCount)))
  const { rows } = await client.query<{ masjidUid: string; slotId: string }>(
    `select masjid as "masjidUid", (
       select id from slots where masjid_uid = masjid and starts_at > now() and removed_at is null order by starts_at limit 1) as "slotId"
     from unnest($1::uuid[]) as masjid`,
    [uids],
  )
  return rows
}

interface ListedKhateeb {
  readonly uid: string
  readonly distance: number
  readonly languages: readonly string[]
  readonly lastHere: string | null
  readonly availability: { readonly status: string; readonly rules: readonly string[] }
}

function summaryOf({
  khateebs,
  ...counts
}: {
  khateebs: readonly ListedKhateeb[]
  count: number
  freeCount: number
  areMore: boolean
}) {
  return {
    ...counts,
    khateebs: khateebs.map(({ uid, distance, languages, lastHere, availability }) => ({
      uid,
      distance,
      languages,
      lastHere,
      availability,
    })),
  }
}

/**
 * Returns the same list as the product, by the fastest statements that we know. Applies only the rules that matter for the benchmark's
 * data.
 */
async function floorList(client: Client, masjidUid: string, slotId: string) {
  const { rows } = await client.query({
    name: 'free',
    text: `with here as materialized (
        select m.uid, m.position, m.latitude, m.longitude, s.id, s.date, s.time, s.starts_at,
          exists (select from assignments where slot_id = s.id and ended_at is null) as filled
        from slots s join masjids m on m.uid = s.masjid_uid
        where s.id = $2 and s.masjid_uid = $1 and s.removed_at is null),
      near as materialized (
        select k.*, k.position <-> (select position from here) as chord from khateebs k
        where k.position <@ cube_enlarge((select position from here), $3, 3) and not k.hidden
          and k.position <-> (select position from here) <= $3
        order by chord limit ${maxJudged + 1}),
      made as materialized (
        select p.khateeb_uid, jsonb_agg(jsonb_build_array(p.slot_id, p.direction, p.state)) as proposals
        from here join slots posted on posted.masjid_uid = here.uid and posted.date = here.date and posted.time = here.time
          join proposals p on p.slot_id = posted.id group by p.khateeb_uid)
      select k.uid, k.first_name as "firstName", k.last_name as "lastName", k.city, k.state_code as "stateCode", k.verified, k.chord,
        k.latitude, k.longitude, here.latitude as "hereLatitude", here.longitude as "hereLongitude", here.date, here.filled,
        here.starts_at as "startsAt", now() as now, made.proposals, v.max_a_month as "maxAMonth", v.max_miles as "maxMiles",
        v.weeks_between as "weeksBetween", v.short_notice as "shortNotice",
        exists (select from away_dates a where a.khateeb_uid = k.uid and a.date = here.date) as away,
        (select coalesce(jsonb_agg(jsonb_build_array(a.masjid_uid, s.date, a.starts_at)), '[]')
         from assignments a join slots s on s.id = a.slot_id
         where a.khateeb_uid = k.uid and a.ended_at is null
           and a.starts_at between here.starts_at - reach and here.starts_at + reach) as bookings
      from here cross join near k left join made on made.khateeb_uid = k.uid left join availability v on v.khateeb_uid = k.uid
        cross join lateral (select make_interval(days => case when v.max_a_month is null and v.weeks_between is null then 1
          else greatest(33, 2 + 7 * coalesce(v.weeks_between, 0)) end) as reach) reaches
      where not exists (select from blocks b where b.masjid_uid = here.uid and b.khateeb_uid = k.uid)`,
    values: [masjidUid, slotId, chordLength(radius) + 1e-9],
  })
  // The product's first group of khateebs (server/directory/khateebs-for-slot.ts) has only the closest khateebs here, because no masjid of
  // the benchmark has approved a khateeb.
  const closest = rows.toSorted((one, other) => one.chord - other.chord).slice(0, maxJudged)
  const judged = closest.flatMap((it) => {
    const { latitude, longitude, hereLatitude, hereLongitude, maxMiles, shortNotice } = it
    const { date, startsAt, now, bookings, away, ...khateeb } = it
    const distance = milesBetween(
      { latitude, longitude },
      { latitude: hereLatitude, longitude: hereLongitude },
    )
    if (distance > radius) return []
    if (khateeb.maxAMonth !== null || khateeb.weeksBetween !== null)
      throw new Error('The floor does not support limits for a month or between visits.')
    const rules = [
      bookings.some((its: string[]) => Math.abs(Date.parse(its[2] ?? '') - startsAt) < hour) && 'booked',
      away && 'away',
      maxMiles !== null && Math.round(distance * 10) / 10 > maxMiles && 'too_far',
      shortNotice === false && startsAt - now < 72 * hour && 'short_notice',
    ].filter((rule) => rule !== false)
    const isAway = rules.includes('booked') || rules.includes('away')
    const status = rules.length === 0 ? 'free' : isAway ? 'away' : 'beyond_limits'
    return [
      {
        ...khateeb,
        distance,
        availability: { status, rules },
        rank: ['free', 'beyond_limits', 'away'].indexOf(status),
      },
    ]
  })
  judged.sort(
    (one, other) => one.rank - other.rank || one.distance - other.distance || (one.uid < other.uid ? -1 : 1),
  )
  const page = judged.slice(0, limit)
  const details = await client.query({
    name: 'free-details',
    text: `select k.uid, coalesce(v.languages, '{}') as languages, p.email_verified_at is not null as "emailVerified", (
        select s.date from assignments a join slots s on s.id = a.slot_id
        where a.khateeb_uid = k.uid and a.masjid_uid = $2 and a.ended_at is null and a.starts_at < now() - interval '1 hour'
        order by a.starts_at desc limit 1) as "lastHere"
      from unnest($1::uuid[]) as k (uid) left join availability v on v.khateeb_uid = k.uid
        join memberships m on m.party_uid = k.uid join people p on p.id = m.person_id`,
    values: [page.map(({ uid }) => uid), masjidUid],
  })
  const detailsOf = new Map(details.rows.map((it) => [it.uid, it]))
  return {
    count: judged.length,
    freeCount: judged.filter(({ rank }) => rank === 0).length,
    areMore: rows.length > maxJudged && judged.length === maxJudged,
    khateebs: page.map((it) => ({ ...it, ...detailsOf.get(it.uid) })),
  }
}
