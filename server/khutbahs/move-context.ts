import { sql } from 'kysely'
import type { MoveContext, SlotStart } from '../../domain/khutbahs/move-slot.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import { khateebName, slotTime } from '../sql-fragments/names-and-times.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

/** A slot, and its new date and time. */
export interface PlannedMove {
  readonly slotId: string
  readonly to: SlotStart
}

/** A pending proposal that moves with its slot or that the move closes. */
interface ConcernedProposal {
  readonly proposalId: string
  readonly khateebUid: string
  readonly masjidUid: string
  readonly direction: Direction
  /** Whether the khateeb is suspended. The masjid's lists don't show his proposals. */
  readonly isHidden: boolean
}

/** A slot to move, with its confirmed khateeb and the proposals that the move affects. */
export interface SlotToMove extends Omit<MoveContext, 'seenStart' | 'confirmed'> {
  readonly slotId: string
  readonly masjidUid: string
  readonly confirmed:
    | (NonNullable<MoveContext['confirmed']> & {
        readonly assignmentId: string
        readonly khateebUid: string
        readonly khateebName: string
      })
    | null
  /** The pending proposals for the slot. `closes`: the move closes the proposal, because its khateeb has an assignment at the new hour. */
  readonly pending: readonly (ConcernedProposal & { readonly closes: boolean })[]
  /** The confirmed khateeb's pending proposals for other slots, at any masjid, that overlap the slot's new hour. */
  readonly overlapping: readonly ConcernedProposal[]
}

interface Row extends Omit<SlotToMove, 'slot' | 'to' | 'confirmed'> {
  readonly date: string
  readonly time: string
  readonly startsAt: Date
  readonly removed: boolean
  readonly confirmed:
    | (Omit<NonNullable<SlotToMove['confirmed']>, 'agreed'> & {
        readonly agreedDate: string
        readonly agreedStartsAt: string
      })
    | null
}

/**
 * Loads the facts that decide whether a masjid's slots may move. All moves happen together: a slot may take the time of another slot that
 * moves away. Leaves out slots of other masjids. For a caller that holds no locks, the result is only a preview.
 * @param leaving ids of the masjid's slots that are about to be removed
 */
export async function loadSlotsToMove(
  reader: Queryable,
  masjidUid: string,
  moves: readonly PlannedMove[],
  leaving: readonly string[] = [],
): Promise<readonly SlotToMove[]> {
  const planned = moves.map(({ slotId, to: { date, time, startsAt } }) => ({ slotId, date, time, startsAt }))
  const moving = sql`(
    select * from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
      as planned ("slotId" uuid, date date, time time, "startsAt" timestamptz))`
  const concerned = sql`'proposalId', p.id, 'khateebUid', p.khateeb_uid, 'masjidUid', p.masjid_uid, 'direction', p.direction,
    'isHidden', (select hidden from khateebs where uid = p.khateeb_uid)`
  const { rows } = await sql<Row>`
    with moving as ${moving},
      -- The assignments of the khateebs concerned, with their starts after the moves.
      booked as (
        select a.id, a.slot_id, a.khateeb_uid, a.agreed_starts_at, a.starts_at, coalesce(n."startsAt", a.starts_at) as new_start
        from assignments a left join moving n on n."slotId" = a.slot_id
        where a.ended_at is null and a.khateeb_uid in (
          select khateeb_uid from assignments where ended_at is null and slot_id in (select "slotId" from moving)
          union all
          select khateeb_uid from proposals where state = 'pending' and slot_id in (select "slotId" from moving)))
    select s.id as "slotId", s.masjid_uid as "masjidUid", s.date, ${slotTime('s')} as time, s.starts_at as "startsAt", s.removed_at is not null as removed,
      ${databaseNow} as now,
      exists (
        select from slots o where o.masjid_uid = s.masjid_uid and o.date = n.date and o.time = n.time and o.removed_at is null
          and o.id not in (select "slotId" from moving) and o.id <> all(${leaving}::uuid[]))
        or exists (
          select from moving o where o.date = n.date and o.time = n.time and o."slotId" <> s.id) as "isTaken",
      (select json_build_object('assignmentId', a.id, 'khateebUid', a.khateeb_uid, 'khateebName', ${khateebName('k')},
          'agreedStartsAt', coalesce(a.agreed_starts_at, a.starts_at),
          'agreedDate', to_char(coalesce(a.agreed_starts_at, a.starts_at) at time zone m.time_zone, 'YYYY-MM-DD'),
          'other', (
            select json_build_object('date', to_char(o.new_start at time zone m.time_zone, 'YYYY-MM-DD'),
              'time', to_char(o.new_start at time zone m.time_zone, 'HH24:MI'))
            from booked o
            where o.khateeb_uid = a.khateeb_uid and o.id <> a.id and speaking_hour(o.new_start) && speaking_hour(n."startsAt")
            order by o.new_start limit 1))
        from booked a join khateebs k on k.uid = a.khateeb_uid where a.slot_id = s.id) as confirmed,
      (select coalesce(json_agg(json_build_object(${concerned}, 'closes', exists (
            select from booked a where a.khateeb_uid = p.khateeb_uid and a.slot_id <> s.id
              and speaking_hour(a.new_start) && speaking_hour(n."startsAt"))) order by p.number), '[]')
        from proposals p where p.slot_id = s.id and p.state = 'pending') as pending,
      (select coalesce(json_agg(json_build_object(${concerned}) order by p.number), '[]')
        from booked a
          join proposals p on p.khateeb_uid = a.khateeb_uid and p.state = 'pending' and p.slot_id <> s.id
          join slots t on t.id = p.slot_id
          left join moving tn on tn."slotId" = t.id
        where a.slot_id = s.id and t.starts_at >= ${databaseNowPerStatement}
          and speaking_hour(coalesce(tn."startsAt", t.starts_at)) && speaking_hour(n."startsAt")) as overlapping
    from moving n
      join slots s on s.id = n."slotId"
      join masjids m on m.uid = s.masjid_uid
    where s.masjid_uid = ${masjidUid}
    order by n."startsAt", s.id`.execute(reader)
  const places = new Map(moves.map(({ slotId, to }) => [slotId, to]))
  return rows.flatMap(({ date, time, startsAt, removed, confirmed, ...row }) => {
    const to = places.get(row.slotId)
    if (to === undefined) return []
    return [
      {
        ...row,
        slot: { date, time, startsAt, removed },
        to,
        confirmed: confirmed && assignmentOf(confirmed),
      },
    ]
  })
}

function assignmentOf({ agreedDate, agreedStartsAt, ...assignment }: NonNullable<Row['confirmed']>) {
  return { ...assignment, agreed: { date: agreedDate, startsAt: new Date(agreedStartsAt) } }
}
