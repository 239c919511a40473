import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../../contract/availability-choices.ts'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { cannotRequestReason } from '../../contract/khutbah-schemas.ts'
import { exceededOwnLimits, type KhateebLimits } from '../../domain/availability/availability.ts'
import type { SlotWithCoordinates } from '../../domain/availability/travel-time.ts'
import { isUnderWay } from '../../domain/khutbahs/is-under-way.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { overlaps } from '../../domain/khutbahs/slot-length.ts'
import { maxProposalsPerSide, type ProposalContext } from '../../domain/proposals/proposal.ts'
import { judgeProposal, proposalsLeft } from '../../domain/proposals/proposal-rules.ts'
import { iso } from '../database/database.ts'
import type { PlaceholderOf } from '../database/prepared-statement.ts'
import type { ProposalAtMasjid } from '../proposals/proposal-fragments.ts'
import { type ConfirmedSlot, firstUnreachableSlot } from '../proposals/unreachable-slots.ts'
import { agreedStartWithInstant } from '../sql-fragments/agreed-start.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { formerKhateeb, khateebName, publicKhateebName } from '../sql-fragments/names-and-times.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { earliestUpcomingDate, isInKhutbahUnderWay, isInUpcomingKhutbah } from '../sql-fragments/upcoming.ts'
import { groupByDate } from './group-by-date.ts'

type PublicKhutbah = OutputOf<typeof getMasjidDetails>['khutbahs'][number]
type PublicSlot = PublicKhutbah['times'][number]

/** The parameters that select a page of a masjid's upcoming khutbahs. */
export interface KhutbahPageQuery {
  readonly masjidUid: string
  /** Only this date, YYYY-MM-DD; null for all dates. The date stays included while its last service is under way. */
  readonly date: string | null
  /** Only dates after this one, YYYY-MM-DD; null for the first page. */
  readonly after: string | null
  /** Maximum number of dates. */
  readonly khutbahs: number
}

/** A slot of a page, as `slotPageAsJson` returns it. */
export interface PageSlot {
  readonly slotId: string
  readonly date: string
  /** HH:MM. */
  readonly time: string
  /** ISO 8601, with the offset of the database session's time zone. */
  readonly startsAt: string
  readonly khateebUid: string | null
  readonly khateeb: string | null
  readonly awaitsReconfirmation: boolean
  /** Null for viewers other than the confirmed khateeb. */
  readonly agreedStart: PublicSlot['agreedStart']
  readonly language: Language | null
  readonly topic: string | null
  /** Empty for viewers who are not khateebs. */
  readonly note: string
}

/**
 * Maximum number of slots on a page: thirty Fridays with two services each. A larger page would take so long to serialize that all other
 * calls wait. A date's slots (at most 24) are never split.
 */
const maxSlotsPerPage = 60

/**
 * SQL for a page of a masjid's upcoming khutbahs, with a row for each slot. PostgreSQL reads the index by date, and both window conditions
 * let it stop at the end of the page. So the cost doesn't depend on the number of later dates.
 */
export function khutbahPageRows(param: PlaceholderOf<KhutbahPageQuery>): RawBuilder<unknown> {
  return sql`
    select id, date, time, starts_at, language, note from (
      select s.*, dense_rank() over by_date as date_number, count(*) over by_date as slots_so_far
      from slots s
      where s.masjid_uid = ${param('masjidUid')} and s.removed_at is null
        and s.date >= greatest(${earliestUpcomingDate}, ${param('after')}::date + 1, ${param('date')}::date)
        and s.date <= coalesce(${param('date')}::date, 'infinity')
        and (${isInUpcomingKhutbah('s')} or (${param('date')}::date is not null and ${isInKhutbahUnderWay('s')}))
      window by_date as (order by s.date)
    ) s
    where date_number <= ${param('khutbahs')} and slots_so_far <= ${sql.lit(maxSlotsPerPage)}`
}

/**
 * SQL for the slots of a page with their khateebs, as a JSON array.
 * @param viewer the uid of the khateeb who views the page; null for other callers, who cannot read notes
 * @param isSignedIn false hides the names of khateebs who don't want their names public
 * @param isOwn whether the masjid itself calls; false hides the names of suspended khateebs
 * @param timeZone the masjid's time zone
 */
export function slotPageAsJson(
  page: RawBuilder<unknown>,
  viewer: RawBuilder<unknown>,
  isSignedIn: RawBuilder<boolean>,
  isOwn: RawBuilder<boolean>,
  timeZone: RawBuilder<string>,
): RawBuilder<PageSlot[]> {
  return sql`(
    select coalesce(json_agg(slot order by "startsAt"), '[]') from (
      select ${sql.join(slotColumns('s'))}, s.starts_at as "startsAt", a.khateeb_uid as "khateebUid",
        case when ${isOwn} or (${isSignedIn} and not k.hidden) then ${khateebName('k')} when a.id is not null then ${publicKhateebName('k', 'a')} end as khateeb,
        ${isAwaitingReconfirmation('a')} as "awaitsReconfirmation",
        case when a.khateeb_uid = ${viewer} then ${agreedStartWithInstant('a', timeZone)} end as "agreedStart",
        a.topic, s.language, case when ${viewer}::uuid is null then '' else s.note end as note
      from (${page}) s
        left join assignments a on a.slot_id = s.id and a.ended_at is null
        left join khateebs k on k.uid = a.khateeb_uid
    ) slot)`
}

/**
 * SQL for the last date of a masjid's slots. If this date is later than the last date of a page, there is another page: all dates after an
 * upcoming date are upcoming, too. PostgreSQL reads this date from the index alone.
 */
export function lastDateOf(masjidUid: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select max(date) from slots where masjid_uid = ${masjidUid} and removed_at is null)`
}

/** A khateeb's limits, and his distance from the masjid. */
export interface ViewerLimits {
  readonly limits: KhateebLimits
  readonly miles: number
}

/** A masjid with the viewing khateeb's relation to it: blocks, approval, proposals and assignments. */
export interface KhateebMasjidRelation
  extends Pick<ProposalContext, 'now' | 'blockedBy' | 'approval'>,
    Pick<SlotWithCoordinates, 'masjidUid' | 'latitude' | 'longitude'> {
  /** The viewer's limits; null if the viewer is not a khateeb. */
  readonly limited: ViewerLimits | null
  /** The viewer's confirmed services from yesterday on. Also contains earlier services if one of the viewer's limits counts them. */
  readonly confirmed: readonly ConfirmedSlot[]
  /** The proposals between the viewer and the masjid for slots from `earliestUpcomingDate` on, oldest first. */
  readonly proposals: readonly ProposalAtMasjid[]
}

/**
 * Returns a masjid's upcoming khutbahs for any caller. For a khateeb, each slot has his standing, and whether he can request it.
 * @param viewer the uid of the khateeb who calls; null for other callers
 */
export function publicKhutbahs(
  slots: readonly PageSlot[],
  relation: KhateebMasjidRelation,
  viewer: string | null,
): PublicKhutbah[] {
  return groupByDate(slots, (slot): PublicSlot => {
    const startsAt = new Date(slot.startsAt)
    return {
      slotId: slot.slotId,
      time: { time: slot.time },
      khateeb: slot.khateeb ?? (slot.khateebUid === null ? 'None' : formerKhateeb),
      startsAt: iso(startsAt),
      begun: !isUpcoming(startsAt, relation.now),
      underWay: isUnderWay(startsAt, relation.now),
      awaitsReconfirmation: slot.awaitsReconfirmation,
      agreedStart: slot.agreedStart,
      language: slot.language,
      note: slot.note,
      topic: slot.topic,
      // The spread comes last, because V8 takes a microsecond for each field that follows a spread object. That would be most of the time
      // of a long page.
      ...(viewer === null ? emptyViewerFields : fieldsForViewer(slot, startsAt, relation, viewer)),
    }
  })
}

/**
 * Returns the fields of a slot that depend on the viewing khateeb: his standing, whether he can request the slot, and the reasons against
 * it.
 */
function fieldsForViewer(
  slot: PageSlot,
  startsAt: Date,
  relation: KhateebMasjidRelation,
  viewer: string,
): Pick<PublicSlot, keyof typeof emptyViewerFields> {
  const context = proposalContextFor(slot, startsAt, relation)
  const verdict = judgeProposal('request', context)
  const canRequest = verdict.kind === 'create'
  const pending = isUpcoming(startsAt, relation.now)
    ? context.proposals.find((it) => it.state === 'pending')
    : undefined
  const standing = slot.khateebUid === viewer ? 'confirmed' : pending ? standings[pending.direction] : null
  const concernsThem = canRequest || standing === 'invited'
  const requestsLeft = proposalsLeft('request', context)
  const isFirst = requestsLeft >= maxProposalsPerSide - (standing === 'requested' ? 1 : 0)
  const isOpen = slot.khateebUid === null && isUpcoming(startsAt, relation.now)
  const { masjidUid, latitude, longitude, confirmed } = relation
  return {
    standing,
    closesCount: pending?.closesCount ?? null,
    tooFarFrom: concernsThem
      ? firstUnreachableSlot({ masjidUid, latitude, longitude, startsAt }, confirmed)
      : null,
    beyondYourLimits: concernsThem ? limitsAgainst(slot.date, startsAt, relation) : [],
    canRequest,
    cannotRequest: verdict.kind === 'refused' && isNotVisibleOnSlot(verdict.why) ? verdict.why : null,
    requestsLeft: isFirst || !isOpen ? null : requestsLeft,
  }
}

function limitsAgainst(
  date: string,
  startsAt: Date,
  { masjidUid, limited, confirmed }: KhateebMasjidRelation,
) {
  if (limited === null) return []
  return exceededOwnLimits({ masjidUid, date, startsAt, miles: limited.miles }, limited.limits, confirmed)
}

const emptyViewerFields = {
  standing: null,
  closesCount: null,
  tooFarFrom: null,
  beyondYourLimits: [],
  canRequest: false,
  cannotRequest: null,
  requestsLeft: null,
}

/** Returns the pending proposals between the viewer and the masjid, oldest first. */
export function pendingProposals({ now, proposals }: KhateebMasjidRelation, timeZone: string) {
  return proposals
    .filter((it) => it.state === 'pending' && isUpcoming(new Date(it.startsAt), now))
    .map(({ direction, slotId, date, time, startsAt }) => ({
      kind: direction,
      slotId,
      khutbahDate: date,
      khutbahTime: time,
      startsAt: new Date(startsAt).toISOString(),
      timeZone,
    }))
}

/** Returns the input for the rules that judge a request by the viewer for this slot. */
function proposalContextFor(
  slot: PageSlot,
  startsAt: Date,
  { now, blockedBy, approval, proposals, confirmed }: KhateebMasjidRelation,
) {
  const atSameTime = proposals.filter((it) => it.date === slot.date && it.time === slot.time)
  return {
    now,
    slot: { startsAt, removed: false, filled: slot.khateebUid !== null },
    seenStart: startsAt,
    khateebBusy: confirmed.some((it) => it.slotId !== slot.slotId && overlaps(it, { startsAt })),
    blockedBy,
    approval,
    proposals: atSameTime.filter((it) => it.slotId === slot.slotId),
    earlierDirections: atSameTime.filter((it) => it.slotId !== slot.slotId).map((it) => it.direction),
  } satisfies ProposalContext
}

const standings = { invite: 'invited', request: 'requested' } as const

const shownReasons: readonly string[] = cannotRequestReason.options

/** Whether `cannotRequestReason` must give this reason, because no other field of the slot (khateeb, time, pending proposal) shows it. */
function isNotVisibleOnSlot(why: string): why is NonNullable<PublicSlot['cannotRequest']> {
  return shownReasons.includes(why)
}
