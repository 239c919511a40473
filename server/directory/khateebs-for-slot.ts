import { sql } from 'kysely'
import type { getKhateebs, getKhateebsForSlot } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import {
  availabilityFor,
  type KhateebLimits,
  ruleAgainstInvite,
} from '../../domain/availability/availability.ts'
import { milesBetween, type Point } from '../../domain/directory/distance.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import type { Database } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import { Failure } from '../http/failure.ts'
import { defaultPageSize, pageOf, readCursor, writeCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { type BookingRow, bookingOf, bookingReach } from '../sql-fragments/khateeb-limits.ts'
import { databaseNowPerStatement, isOver } from '../sql-fragments/upcoming.ts'
import { searchDirectory } from './directory-search.ts'
import { khateebSearch } from './masjid-and-khateeb-lists.ts'

type Output = OutputOf<typeof getKhateebsForSlot>
type KhateebForSlot = Output['khateebs'][number]

interface KhateebsContext extends Pick<SignedInContext, 'nextCursor'> {
  readonly caller: { readonly uid: string }
  readonly database: Pick<Database, 'readPrepared'>
}

/** The radius of nearby lists on the home screens, in miles. */
const radius = 50

/**
 * How many khateebs are judged together. Those who are free come first in the list, so each page judges all of its group: the limit bounds
 * the work of a page.
 */
const groupSize = 200

/**
 * A page of the khateebs for a slot of the calling masjid: first those whom it has approved, wherever they are, and the closest others,
 * then the next closest, and so on, each group with the free ones first. Throws `not_found` if the slot is not the masjid's.
 */
export async function khateebsForSlot(
  context: KhateebsContext,
  { slotId, q, limit = defaultPageSize, cursor }: InputOf<typeof getKhateebsForSlot>,
): Promise<Output> {
  const { caller, database } = context
  const { group, after } = readPlace(cursor)
  let nextGroup: string | undefined
  const setNextGroup = (it: string) => {
    nextGroup = it
    return undefined
  }
  const search = searchDirectory({ caller, database, nextCursor: setNextGroup }, khateebSearch, {
    near: 'me',
    limit: groupSize,
    ...(group !== '' && { cursor: group }),
    ...(q ? { q } : { radius }),
  })
  const [found, own] = await Promise.all([search, q ? [] : approvedKhateebs(database, caller.uid)])
  const ownUids = new Set(own.map(({ uid }) => uid))
  const others = found.filter(({ uid }) => !ownUids.has(uid))
  const candidates = group === '' ? [...own, ...others] : others
  const uids = candidates.map(({ uid }) => uid)
  const rows = await selectFacts(database, { masjidUid: caller.uid, slotId, uids })
  if (rows.length === 0) throw new Failure('not_found')
  const facts = new Map(rows.map((it) => [it.uid, it]))
  const judged = candidates.flatMap(({ distance = 0, isSuggestion = false, ...khateeb }) => {
    const its = facts.get(khateeb.uid)
    // Blocked or not wanted, or the account was deleted since.
    if (its === undefined) return []
    const verdict = judge(caller.uid, slotId, distance, its)
    // No distance reaches the difference between two ranks.
    const sortKey = rankOf(verdict, isSuggestion) * 100_000 + distance
    return [{ ...khateeb, distance, isSuggestion, ...verdict, sortKey }]
  })
  judged.sort((one, other) => compare(one, [other.sortKey, other.uid]))
  const rest = judged.filter((it) => compare(it, after) > 0)
  const page = pageOf(context, rest, limit, (last) => [`${last.sortKey} ${group}`, last.uid])
  if (rest.length <= limit && nextGroup !== undefined)
    context.nextCursor(writeCursor([`${beforeFirst[0]} ${nextGroup}`, beforeFirst[1]]))
  const details = await selectDetails(database, { masjidUid: caller.uid, uids: page.map(({ uid }) => uid) })
  const detailsOf = new Map(details.map((it) => [it.uid, it]))
  return {
    count: judged.length,
    freeCount: judged.filter(isFree).length,
    areMore: nextGroup !== undefined,
    khateebs: page.flatMap(({ sortKey: _, latitude: __, longitude: ___, ...khateeb }) => {
      const its = detailsOf.get(khateeb.uid)
      return its === undefined ? [] : [{ ...khateeb, ...its }]
    }),
  }
}

/** Before all khateebs of a group. */
const beforeFirst = [-1, '00000000-0000-0000-0000-000000000000'] as const

/** Reads a cursor: where the group begins, as the cursor of the search, empty for the first one; and the last khateeb that was listed. */
function readPlace(cursor: string | undefined) {
  const [key, uid] = readCursor(cursor, 'grouped') ?? [`${beforeFirst[0]} `, beforeFirst[1]]
  const [sortKey = '', group = ''] = String(key).split(' ')
  return { group, after: [Number(sortKey), uid] as const }
}

interface ApprovedRow extends Omit<OutputOf<typeof getKhateebs>[number], 'distance' | 'isSuggestion'> {
  readonly hereLatitude: number
  readonly hereLongitude: number
}

/** The khateebs whom a masjid has approved, with their distances: the closest, if there are more than a group has. */
async function approvedKhateebs(database: Pick<Database, 'readPrepared'>, masjidUid: string) {
  const rows = await selectApproved(database, { masjidUid })
  return rows.map(({ hereLatitude: latitude, hereLongitude: longitude, ...khateeb }) => ({
    ...khateeb,
    distance: milesBetween({ latitude, longitude }, khateeb),
    isSuggestion: false,
  }))
}

const selectApproved = preparedStatement(
  (_, param: PlaceholderOf<{ masjidUid: string }>) => sql<ApprovedRow>`
    select k.uid, k.first_name as "firstName", k.last_name as "lastName", k.city, k.state_code as "stateCode", k.verified,
      k.latitude, k.longitude, m.latitude as "hereLatitude", m.longitude as "hereLongitude"
    from khateeb_marks mark join khateebs k on k.uid = mark.khateeb_uid join masjids m on m.uid = mark.masjid_uid
    where mark.masjid_uid = ${param('masjidUid')} and mark.mark = 'approved' and not k.hidden
    order by k.position <-> m.position, k.uid limit ${sql.lit(groupSize)}
  `,
)

type Verdict = Pick<KhateebForSlot, 'availability' | 'approved' | 'cannotInvite'>

/** Whether a khateeb is free, and whether the masjid may invite him, by the same rules as the call that does. */
function judge(
  masjidUid: string,
  slotId: string,
  miles: number,
  {
    date,
    startsAt,
    now,
    filled,
    away,
    bookings,
    proposals,
    latitude,
    longitude,
    approvedOnly,
    approved,
    ...others
  }: FactsRow,
): Verdict {
  const slot = { masjidUid, date, startsAt, miles, place: { latitude, longitude } }
  const limits = { ...others, awayDates: away ? [date] : [] }
  const availability = availabilityFor(slot, limits, (bookings ?? []).map(bookingOf), now)
  const made = proposals ?? []
  const context = {
    now,
    slot: { startsAt, removed: false, filled },
    seenStart: null,
    khateebBusy: availability.rules.includes('booked'),
    blockedBy: [],
    approval: { approvedOnly, mark: approved ? ('approved' as const) : null },
    proposals: made.filter((it) => it.slotId === slotId),
    earlier: made.filter((it) => it.slotId !== slotId).map(({ direction }) => direction),
  }
  const verdict = judgeProposal('invite', context, ruleAgainstInvite(slot, limits))
  return { availability, approved, cannotInvite: reasonOf(verdict) }
}

function reasonOf(verdict: ReturnType<typeof judgeProposal>): KhateebForSlot['cannotInvite'] {
  if (verdict.kind === 'create') return null
  if (verdict.kind !== 'refused') return 'already_invited'
  switch (verdict.why) {
    case 'slot_past':
    case 'slot_taken':
    case 'already_requested':
    case 'khateeb_busy':
    case 'khateeb_unavailable':
    case 'khateeb_not_approved':
    case 'too_many_proposals':
      return verdict.why
    default:
      throw new Error(`A list of khateebs met ${verdict.why}, which its statement excludes.`)
  }
}

/** Whether a khateeb is free, and not kept out only because the masjid hasn't approved him. */
function isFree({ availability, cannotInvite }: Verdict): boolean {
  return availability.status === 'free' && cannotInvite !== 'khateeb_not_approved'
}

const ranks = { free: 0, beyond_limits: 2, away: 4 } as const

/** Those whom the masjid would have to approve first come after all others who match. */
function rankOf({ availability, approved, cannotInvite }: Verdict, isSuggestion: boolean): number {
  const rank = cannotInvite === 'khateeb_not_approved' ? 6 : ranks[availability.status] + (approved ? 0 : 1)
  return rank + (isSuggestion ? 7 : 0)
}

function compare(
  { sortKey, uid }: { readonly sortKey: number; readonly uid: string },
  [otherKey, otherUid]: readonly [sortKey: number, uid: string],
): number {
  return sortKey - otherKey || (uid < otherUid ? -1 : uid > otherUid ? 1 : 0)
}

interface FactsParameters {
  readonly masjidUid: string
  readonly slotId: string
  readonly uids: readonly string[]
}

/** What decides whether a khateeb is free for the slot, and may be invited to it. Without khateebs, one row without a uid. */
interface FactsRow extends Omit<KhateebLimits, 'awayDates'>, Point {
  readonly uid: string | null
  readonly date: string
  readonly startsAt: Date
  readonly now: Date
  readonly filled: boolean
  readonly away: boolean
  readonly approvedOnly: boolean
  readonly approved: boolean
  /** As JSON. Null without one. */
  readonly bookings: readonly BookingRow[] | null
  readonly proposals: readonly (Proposal & { readonly slotId: string })[] | null
}

/**
 * Judges many khateebs, so it has flat columns and one join to their limits instead of the fragments of other statements. Proposals also
 * count for earlier postings of the slot, as in `loadProposalContext`. Few khateebs have one, so they are read once.
 */
const selectFacts = preparedStatement(
  (_, param: PlaceholderOf<FactsParameters>) => sql<FactsRow>`
    with here as materialized (
      select s.id, s.masjid_uid, s.date, s.time, s.starts_at, m.latitude, m.longitude, m.approved_only,
        ${hasKhateeb('s')} as filled
      from slots s join masjids m on m.uid = s.masjid_uid
      where s.id = ${param('slotId')} and s.masjid_uid = ${param('masjidUid')} and s.removed_at is null
    ), made as materialized (
      select p.khateeb_uid, jsonb_agg(jsonb_build_object(
        'id', p.id, 'slotId', p.slot_id, 'direction', p.direction, 'state', p.state) order by p.number) as proposals
      from here join slots posted using (masjid_uid, date, time) join proposals p on p.slot_id = posted.id
      group by p.khateeb_uid
    ), blocked as materialized (
      select khateeb_uid from blocks where masjid_uid = ${param('masjidUid')}
      union all
      select khateeb_uid from khateeb_marks where masjid_uid = ${param('masjidUid')} and mark = 'not_wanted'
    ), approved as materialized (
      select khateeb_uid from khateeb_marks where masjid_uid = ${param('masjidUid')} and mark = 'approved'
    )
    select k.uid, here.date, here.starts_at as "startsAt", ${databaseNowPerStatement} as now, here.filled, here.latitude, here.longitude, made.proposals,
      here.approved_only as "approvedOnly", k.uid in (select khateeb_uid from approved) as approved,
      exists (select from away_dates a where a.khateeb_uid = k.uid and a.date = here.date) as away,
      its.max_a_month as "maxAMonth", its.max_miles as "maxMiles", its.weeks_between as "weeksBetween", its.short_notice as "shortNotice",
      (select jsonb_agg(jsonb_build_object('masjidUid', booked.masjid_uid, 'date', s.date, 'startsAt', booked.starts_at,
         'latitude', at.latitude, 'longitude', at.longitude))
       from assignments booked join slots s on s.id = booked.slot_id join masjids at on at.uid = booked.masjid_uid
       where booked.khateeb_uid = k.uid and booked.ended_at is null
         and booked.starts_at between here.date - ${bookingReach('its')} and here.date + ${bookingReach('its')}) as bookings
    from here
      left join unnest(${param('uids')}::uuid[]) as k (uid) on k.uid not in (select khateeb_uid from blocked)
      left join availability its on its.khateeb_uid = k.uid left join made on made.khateeb_uid = k.uid
  `,
)

/** What a page shows of each khateeb besides. */
const selectDetails = preparedStatement(
  (_, param: PlaceholderOf<Pick<FactsParameters, 'masjidUid' | 'uids'>>) => sql<
    Pick<KhateebForSlot, 'uid' | 'emailVerified' | 'languages' | 'lastHere'>
  >`
    select k.uid, ${isEmailVerified('contact')} as "emailVerified",
      coalesce((select languages from availability where khateeb_uid = k.uid), '{}') as languages,
      (select s.date from assignments a join slots s on s.id = a.slot_id
       where a.khateeb_uid = k.uid and a.masjid_uid = ${param('masjidUid')} and a.ended_at is null and ${isOver('a')}
       order by a.starts_at desc limit 1) as "lastHere"
    from khateebs k cross join lateral ${contactOf('k').as('contact')} where k.uid = any(${param('uids')}::uuid[])
  `,
)
