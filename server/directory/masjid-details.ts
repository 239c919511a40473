import { type RawBuilder, sql } from 'kysely'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { ApprovalSettings } from '../../domain/approval/approval.ts'
import type { KhateebLimits } from '../../domain/availability/availability.ts'
import { milesBetween, type Point } from '../../domain/directory/distance.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import { Failure } from '../http/failure.ts'
import { readCursor, writeCursor } from '../http/pagination.ts'
import type { Context } from '../http/route.ts'
import {
  type KhateebMasjidRelation,
  type KhutbahPageQuery,
  khutbahPageRows,
  lastDateOf,
  type PageSlot,
  pendingProposals,
  publicKhutbahs,
  slotPageAsJson,
  type ViewerLimits,
} from '../khutbahs/public-khutbahs.ts'
import { blockingSides, proposalsAtMasjid } from '../proposals/proposal-fragments.ts'
import {
  type ConfirmedSlotVenue,
  confirmedSlotOf,
  confirmedSlotsBetween,
} from '../proposals/unreachable-slots.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { conflictWindowOf, limitsOnDates } from '../sql-fragments/khateeb-limits.ts'
import { markOf } from '../sql-fragments/khateeb-marks.ts'
import { databaseNowPerStatement, earliestUpcomingDate } from '../sql-fragments/upcoming.ts'

/** The number of khutbahs on a page by default: nearly two years of Fridays. */
const defaultKhutbahCount = 100

/**
 * Returns a masjid's public details with a page of its upcoming khutbahs. Signed-in callers also get its email. Sets the cursor of the next
 * page of khutbahs.
 */
export async function masjidDetails(
  { caller, database, nextCursor }: Pick<Context, 'caller' | 'database' | 'nextCursor'>,
  { masjidId, date, khutbahs = defaultKhutbahCount, cursor }: InputOf<typeof getMasjidDetails>,
): Promise<OutputOf<typeof getMasjidDetails>> {
  const viewer = caller?.role === 'khateeb' ? caller.uid : null
  const after = readCursor(cursor, 'date')?.[0] ?? null
  const [masjid] = await selectMasjid(database, {
    masjidUid: masjidId,
    viewer,
    isSignedIn: caller !== null,
    isOwn: caller?.uid === masjidId,
    date: date ?? null,
    after: after === null ? null : String(after),
    khutbahs,
  })
  if (masjid === undefined) throw new Failure('not_found')
  const {
    email,
    emailVerified,
    now,
    blockedBy,
    mark,
    proposals,
    slots,
    lastDate,
    viewer: viewerRow,
    confirmed,
    latitude,
    longitude,
    ...publicFields
  } = masjid
  const limited = viewerRow && {
    limits: viewerRow.limits,
    miles: milesBetween(viewerRow, { latitude, longitude }),
  }
  const relation = {
    limited,
    now,
    blockedBy,
    approval: { approvedOnly: publicFields.approvedOnly, mark },
    proposals,
    confirmed: confirmed.map(confirmedSlotOf),
    masjidUid: masjidId,
    latitude,
    longitude,
  }
  const last = slots.at(-1)
  const isMore = last !== undefined && lastDate !== null && lastDate > last.date
  if (isMore && date === undefined) nextCursor(writeCursor([last.date, masjidId]))
  return {
    blocked: blockedBy.includes('khateeb'),
    pendingWithYou: pendingProposals(relation, publicFields.timeZone),
    yourLimits: limited && yourLimits(limited),
    khutbahs: publicKhutbahs(slots, relation, viewer),
    ...publicFields,
    ...(caller !== null && { email, emailVerified }),
  }
}

function yourLimits({ miles, limits: { maxMiles, maxAMonth, weeksBetween } }: ViewerLimits) {
  return { miles, maxMiles, maxAMonth, weeksBetween }
}

interface ViewerRow extends Point {
  readonly limits: KhateebLimits
}

interface Row
  extends Omit<KhateebMasjidRelation, 'masjidUid' | 'limited' | 'confirmed' | 'approval'>,
    Pick<ApprovalSettings, 'mark'>,
    Omit<
      OutputOf<typeof getMasjidDetails>,
      'khutbahs' | 'yourLimits' | 'blocked' | 'pendingWithYou' | 'email' | 'emailVerified'
    > {
  readonly email: string
  readonly emailVerified: boolean
  readonly slots: readonly PageSlot[]
  readonly viewer: ViewerRow | null
  readonly confirmed: readonly ConfirmedSlotVenue[]
  /** The last date on which the masjid has a slot, YYYY-MM-DD; null if it has none. */
  readonly lastDate: string | null
}

/** Returns SQL for the calling khateeb’s coordinates and availability settings, as JSON; null for other callers. */
function viewerAsJson(khateebUid: RawBuilder<string | null>): RawBuilder<ViewerRow | null> {
  const uid = sql`k.uid`
  const fromNow = { from: earliestUpcomingDate, to: sql`date 'infinity'` }
  return sql`(
    select jsonb_build_object('latitude', k.latitude, 'longitude', k.longitude, 'limits', ${limitsOnDates(uid, fromNow)})
    from khateebs k where k.uid = ${khateebUid})`
}

interface DetailsParameters extends KhutbahPageQuery {
  /** The uid of the calling khateeb; null for other callers. */
  readonly viewer: string | null
  readonly isSignedIn: boolean
  /** Whether the caller acts for this masjid. */
  readonly isOwn: boolean
}

/** Selects a masjid's details with a page of its slots. The statement reads the viewer's blocks and proposals once, not for each slot. */
const selectMasjid = preparedStatement((_, param: PlaceholderOf<DetailsParameters>) => {
  const pair = { masjidUid: param('masjidUid'), khateebUid: param('viewer') }
  return sql<Row>`
    select m.uid, m.latitude, m.longitude, m.masjid_name as "masjidName", m.masjid_address as "masjidAddress", m.zip_code as "zipCode", m.city,
      m.state_code as "stateCode", m.phone, m.website, m.time_zone as "timeZone", m.verified, contact.email, ${isEmailVerified('contact')} as "emailVerified",
      ${databaseNowPerStatement} as now,
      m.approved_only as "approvedOnly", ${markOf(pair.masjidUid, pair.khateebUid)} as mark,
      exists (select from khateeb_marks mark
        where mark.masjid_uid = m.uid and mark.khateeb_uid = ${pair.khateebUid} and mark.asked_at is not null) as "askedForApproval",
      ${blockingSides(pair)} as "blockedBy",
      ${proposalsAtMasjid(pair, earliestUpcomingDate)} as proposals,
      ${slotPageAsJson(khutbahPageRows(param), pair.khateebUid, param('isSignedIn'), param('isOwn'), sql`m.time_zone`)} as slots,
      ${viewerAsJson(pair.khateebUid)} as viewer,
      ${confirmedSlotsBetween(pair.khateebUid, sql`${earliestUpcomingDate} - ${conflictWindowOf(pair.khateebUid)}`, sql`'infinity'`)} as confirmed,
      ${lastDateOf(pair.masjidUid)} as "lastDate"
    from masjids m cross join lateral ${contactOf('m')} contact
    where m.uid = ${param('masjidUid')} and not m.hidden`
})
