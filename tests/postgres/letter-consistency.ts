import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'

/**
 * Compares the outbox with the state that its letters tell of: how many of each kind everybody has, and how many the
 * slots, proposals and assignments say that he must have. Gives every difference, so nothing when state and letters
 * are of one piece.
 *
 * What a closed proposal was closed by doesn't stand in its row, so its letters are counted together: one to the
 * khateeb (his rival was confirmed, or the slot was taken away) or one to the masjid (he was booked elsewhere).
 */
export async function letterDifferences({ reader }: Database): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with happened as (
      select p.*, s.removed_at, k.email as khateeb, m.email as masjid
      from proposals p join slots s on s.id = p.slot_id
      join accounts k on k.uid = p.khateeb_uid join accounts m on m.uid = p.masjid_uid
    ), due as (
      select case direction when 'invite' then 'invite_received' else 'request_received' end as kind,
        case direction when 'invite' then khateeb else masjid end as recipient, count(*)
      from happened group by 1, 2
      union all
      select case when direction = 'request' and state = 'accepted' then 'request_approved'
          else direction || '_' || state end,
        case when (direction = 'invite') = (state = 'revoked') then khateeb else masjid end, count(*)
      from happened where state in ('accepted', 'rejected', 'revoked') group by 1, 2
      union all
      select case end_reason when 'removed' then 'khateeb_removed' else 'khateeb_withdrew' end,
        case end_reason when 'removed' then k.email else m.email end, count(*)
      from assignments a join accounts k on k.uid = a.khateeb_uid join accounts m on m.uid = a.masjid_uid
      where end_reason in ('removed', 'withdrawn') group by 1, 2
      union all
      select 'closing', '', count(*) from (
        select id from happened where state = 'closed'
        union all
        select id from assignments where end_reason = 'slot_removed') closed
    ), written as (
      select case when kind in ('rival_confirmed', 'khateeb_booked_elsewhere', 'slot_removed')
          then 'closing' else kind end as kind,
        case when kind in ('rival_confirmed', 'khateeb_booked_elsewhere', 'slot_removed')
          then '' else recipient end as recipient, count(*)
      from letters where kind not in ('welcome', 'password_reset', 'password_changed') group by 1, 2
    )
    select kind || ' to ' || recipient || ': ' || coalesce(w.count, 0) || ' letters for ' || coalesce(d.count, 0)
      as difference
    from due d full join written w using (kind, recipient)
    where coalesce(w.count, 0) <> coalesce(d.count, 0) order by 1`.execute(reader)
  return rows.map((it) => it.difference)
}
