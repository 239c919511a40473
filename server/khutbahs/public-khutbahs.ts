import { type RawBuilder, sql } from 'kysely'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { propose } from '../../domain/proposals/proposal-rules.ts'
import type { Situation } from '../../domain/proposals/proposal.ts'
import { iso } from '../database/database.ts'
import type { Given } from '../database/statement.ts'
import { formerKhateeb } from '../fragments/former-account-names.ts'
import { khateebName } from '../fragments/khateeb-name.ts'
import { slotTime } from '../fragments/slot-time.ts'
import { earliestUpcomingDate, isInUpcomingKhutbah } from '../fragments/upcoming.ts'
import type { ProposalAtMasjid } from '../proposals/proposal-predicates.ts'
import { groupByDate } from './group-by-date.ts'

type PublicKhutbah = OutputOf<typeof getMasjidDetails>['khutbahs'][number]
type PublicSlot = PublicKhutbah['times'][number]

/** Which of a masjid's upcoming khutbahs are asked for. */
export interface KhutbahPageQuery {
  readonly masjidUid: string
  /** Only this date, YYYY-MM-DD. */
  readonly date: string | null
  /** Only dates after this one, YYYY-MM-DD. */
  readonly after: string | null
  /** Dates at most. */
  readonly khutbahs: number
}

/** A slot of such a page, as JSON has it. */
export interface PageSlot {
  readonly id: string
  readonly date: string
  /** HH:MM. */
  readonly time: string
  /** With the session's own offset. */
  readonly startsAt: string
  readonly khateebUid: string | null
  readonly khateeb: string | null
  /** The viewer is confirmed elsewhere for an hour that overlaps. */
  readonly khateebBusy: boolean
}

/**
 * Slots of a page: those of thirty Fridays with two services. A larger page would keep everybody else waiting while it is
 * written. A date's slots, of which there are at most 24, stay together.
 */
const maxSlotsPerPage = 60

/**
 * A page of a masjid's upcoming khutbahs, a row for each slot. It is read along the index by date and ends where the page
 * does, so it costs the same however many dates follow: both windows tell PostgreSQL when to stop.
 */
export function slotPage(given: Given<KhutbahPageQuery>): RawBuilder<unknown> {
  return sql`
    select id, date, time, starts_at from (
      select s.*, dense_rank() over by_date as place, count(*) over by_date as until_here
      from slots s
      where s.masjid_uid = ${given('masjidUid')} and s.removed_at is null
        and s.date >= greatest(${earliestUpcomingDate}, ${given('after')}::date + 1, ${given('date')}::date)
        and s.date <= coalesce(${given('date')}::date, 'infinity')
        and ${isInUpcomingKhutbah('s')}
      window by_date as (order by s.date)
    ) s
    where place <= ${given('khutbahs')} and until_here <= ${sql.lit(maxSlotsPerPage)}`
}

/**
 * The slots of `page` with their khateebs, as a JSON array. `hours` are those at which the viewer speaks: most are weeks away,
 * which is found out sooner than that they don't overlap.
 */
export const slotPageAsJson = sql<PageSlot[]>`(
  select coalesce(json_agg(slot order by "startsAt"), '[]') from (
    select s.id, s.date, ${slotTime('s')} as time, s.starts_at as "startsAt", a.khateeb_uid as "khateebUid",
      ${khateebName('k')} as khateeb,
      exists (
        select from hours
        where hours.slot_id <> s.id and hours.starts_at between s.starts_at - interval '1 day' and s.starts_at + interval '1 day'
          and hours.hour && speaking_hour(s.starts_at)
      ) as "khateebBusy"
    from page s
      left join assignments a on a.slot_id = s.id and a.ended_at is null
      left join khateebs k on k.uid = a.khateeb_uid
  ) slot)`

/** Whether a khutbah follows those of `page`. By its last date, which an index knows; a date after an upcoming one is upcoming. */
export function hasNextPage({
  masjidUid,
}: {
  readonly masjidUid: RawBuilder<unknown>
}): RawBuilder<boolean> {
  return sql`coalesce(
    (select max(date) from slots where masjid_uid = ${masjidUid} and removed_at is null) > (select max(date) from page),
    false)`
}

/** What a viewer, a khateeb, has to do with a masjid. */
export interface ViewerRelation {
  readonly now: Date
  readonly blockedBy: Situation['blockedBy']
  /** Every proposal for him there, oldest first. */
  readonly proposals: readonly ProposalAtMasjid[]
}

/**
 * A masjid's upcoming khutbahs as anybody may see them, and what the viewer has to do with each slot.
 * @param viewer the khateeb who looks; null for anybody else
 */
export function publicKhutbahs(
  slots: readonly PageSlot[],
  relation: ViewerRelation,
  viewer: string | null,
): PublicKhutbah[] {
  return groupByDate(slots, (slot): PublicSlot => {
    const startsAt = new Date(slot.startsAt)
    const seen = {
      slotId: slot.id,
      time: { time: slot.time },
      khateeb: slot.khateeb ?? (slot.khateebUid === null ? 'None' : formerKhateeb),
      startsAt: iso(startsAt),
      begun: !isUpcoming(startsAt, relation.now),
    }
    if (viewer === null) return { ...seen, standing: null, canRequest: false, cannotRequest: null }
    const situation = situationAt(slot, startsAt, relation)
    const verdict = propose('request', situation)
    return {
      ...seen,
      standing: slot.khateebUid === viewer ? 'confirmed' : pendingIn(situation, seen.begun),
      canRequest: verdict.kind === 'create',
      cannotRequest: verdict.kind === 'refused' && isNotVisibleOnSlot(verdict.why) ? verdict.why : null,
    }
  })
}

/** What the rules judge a request of the viewer's by. */
function situationAt(slot: PageSlot, startsAt: Date, { now, blockedBy, proposals }: ViewerRelation): Situation {
  const ofThisName = proposals.filter((it) => it.date === slot.date && it.time === slot.time)
  return {
    now,
    slot: { startsAt, removed: false, filled: slot.khateebUid !== null },
    khateebBusy: slot.khateebBusy,
    blockedBy,
    proposals: ofThisName.filter((it) => it.slotId === slot.id),
    earlier: ofThisName.filter((it) => it.slotId !== slot.id).map((it) => it.direction),
  }
}

function pendingIn({ proposals }: Situation, begun: boolean): PublicSlot['standing'] {
  const pending = begun ? undefined : proposals.find((it) => it.state === 'pending')
  return pending === undefined ? null : standings[pending.direction]
}

const standings = { invite: 'invited', request: 'requested' } as const

/** Whether a refusal can't be read off the slot: who speaks, when, and what is pending. */
function isNotVisibleOnSlot(why: string): why is NonNullable<PublicSlot['cannotRequest']> {
  return ['khateeb_busy', 'too_many_proposals', 'not_accepting', 'you_blocked'].includes(why)
}
