import { type InferResult, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { getSlotHistory } from '../../contract/audit.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { movedStart } from '../../contract/khutbah-schemas.ts'
import type { SlotEvent } from '../database/audit-events.ts'
import type { Queryable } from '../database/database.ts'
import { defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import { instantOfWallClock, isoInstant, wallClockAndAgeColumns } from '../sql-fragments/instants.ts'
import { accountInHistory, formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { nameForColleagues } from '../sql-fragments/person-name.ts'
import { slotReferenceColumns } from '../sql-fragments/slot-columns.ts'

/** Returns a page of the audit of a masjid's slots, newest first. Sets the cursor of the next page. */
export async function slotHistory(
  context: SignedInContext,
  { uid, slotId, limit = defaultPageSize, cursor }: InputOf<typeof getSlotHistory>,
): Promise<OutputOf<typeof getSlotHistory>> {
  const before = readCursor(cursor, 'entry')?.[0]
  const { caller, database } = context
  const rows = await entriesOf(database.db, uid, slotId, before)
    .limit(limit + 1)
    .execute()
  return paginate(context, rows, limit, ({ id }) => [Number(id), uid]).map((row) => ({
    at: row.at,
    wallClock: { date: row.wallDate, time: row.wallTime, daysAgo: row.daysAgo },
    event: row.event,
    by: actorOf(row, caller),
    slotId: row.slotId,
    khutbahDate: row.khutbahDate,
    khutbahTime: row.khutbahTime,
    startsAt: row.startsAt,
    khateeb:
      row.khateebUid === null
        ? null
        : accountInHistory(
            { uid: row.khateebUid, name: row.khateeb, hidden: row.khateebHidden },
            formerKhateeb,
          ),
    reason: row.reason,
    moved: row.movedFrom && row.movedTo && { from: row.movedFrom, to: row.movedTo },
  }))
}

/** @param before only entries older than the entry with this id */
function entriesOf(reader: Queryable, masjidUid: string, slotId?: string, before?: string | number) {
  return (
    reader
      .selectFrom('audit as e')
      .innerJoin('slots as s', 's.id', 'e.slot_id')
      .innerJoin('masjids as m', 'm.uid', 'e.masjid_uid')
      .leftJoin('khateebs as k', 'k.uid', 'e.khateeb_uid')
      .leftJoin('khateebs as b', 'b.uid', 'e.by_uid')
      // Privacy: a masjid must not see which person acted for another party.
      .leftJoin('people as p', (join) =>
        join.onRef('p.id', '=', 'e.by_person_id').onRef('e.by_uid', '=', 'e.masjid_uid'),
      )
      .leftJoin('assignments as a', 'a.id', 'e.assignment_id')
      .where('e.masjid_uid', '=', masjidUid)
      .$if(slotId !== undefined, (query) => query.where('e.slot_id', '=', slotId ?? ''))
      .$if(before !== undefined, (query) => query.where('e.id', '<', String(before)))
      .orderBy('e.id', 'desc')
      .select((eb) => [
        'e.id',
        isoInstant(eb.ref('e.happened_at')).as('at'),
        ...wallClockAndAgeColumns(eb.ref('e.happened_at'), eb.ref('m.time_zone')),
        // The join with `slots` keeps only the events of slots.
        sql<SlotEvent>`e.event`.as('event'),
        'e.by_role as byRole',
        'e.by_person_id as byPersonId',
        sql<boolean>`coalesce(e.by_uid = e.masjid_uid, false)`.as('isByMasjid'),
        nameForColleagues('p', sql`e.masjid_uid`).as('byMember'),
        // Whether the member who acted is also the khateeb of the entry: a member of a masjid may also have a khateeb profile.
        sql<boolean>`exists (
          select from memberships own where own.person_id = p.id and own.party_uid = e.khateeb_uid)`.as(
          'isOwnKhateeb',
        ),
        khateebName('b').$castTo<string | null>().as('byKhateeb'),
        ...slotReferenceColumns('s'),
        isoInstant(eb.ref('s.starts_at')).as('startsAt'),
        'e.khateeb_uid as khateebUid',
        // Null for a deleted account.
        'k.hidden as khateebHidden',
        khateebName('k').$castTo<string | null>().as('khateeb'),
        // An assignment has several events. Only the withdrawal shows the reason.
        eb
          .case()
          .when('e.event', '=', 'khateeb_withdrew')
          .then(eb.ref('a.withdrawal_reason'))
          .end()
          .as('reason'),
        // Both are null except for a moved slot.
        movedStartJson('moved_from').as('movedFrom'),
        movedStartJson('moved_to').as('movedTo'),
      ])
  )
}

/** SQL for a slot's start before or after a move, as JSON. The audit row `e` records the move. Null if `e` records no move. */
function movedStartJson(column: 'moved_from' | 'moved_to'): RawBuilder<z.infer<typeof movedStart> | null> {
  const start = sql.ref(`e.${column}`)
  const instant = instantOfWallClock(start, sql.ref('m.time_zone'))
  return sql`case when ${start} is not null then json_build_object('date', to_char(${start}, 'YYYY-MM-DD'),
    'time', to_char(${start}, 'HH24:MI'), 'startsAt', ${isoInstant(instant)}) end`
}

type Row = InferResult<ReturnType<typeof entriesOf>>[number]

function actorOf(row: Row, { personId }: Caller): OutputOf<typeof getSlotHistory>[number]['by'] {
  const { byRole, isByMasjid, byPersonId, byMember, byKhateeb, isOwnKhateeb } = row
  const other = { name: null, isCaller: false, isOwnKhateeb: false } as const
  if (byRole === 'khateeb') return { ...other, role: byRole, name: byKhateeb ?? formerKhateeb }
  if (byRole !== 'masjid') return { ...other, role: byRole }
  // Another masjid has filled a slot with the khateeb. This closed his proposals at the same hour, also those for slots of this masjid.
  return isByMasjid
    ? { role: byRole, name: byMember, isCaller: byPersonId === personId, isOwnKhateeb }
    : { ...other, role: 'other_masjid' }
}
