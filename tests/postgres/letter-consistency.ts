import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'
import { kindsThatOnlyUpdateEvents } from '../../server/letters/content/news-kinds.ts'
import { unfoldedLetters } from '../runtime/letters-and-digest-items.ts'

/**
 * Compares the letters in the outbox with the letters that slots, proposals and assignments require, by kind and recipient. Returns the
 * differences as sentences.
 *
 * The row of a closed proposal does not say why it was closed. So the letters about closed proposals are counted together. They go to the
 * khateeb (another khateeb was confirmed, or the slot was removed or moved) or to the masjid (the khateeb was booked elsewhere). If the
 * khateeb accepted an invite of the same masjid in the same transaction, this masjid gets no such letter, because the letter about the
 * acceptance lists the closed proposals.
 *
 * Leaves out news that only updates calendar events, because only members who got the event get this news. Leaves out letters about moves,
 * because their number depends on how often the masjid or the slot moved.
 */
export async function letterDifferences({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with addresses as (
      select party_uid as uid, email from memberships join people on people.id = person_id
    ), happened as (
      select p.*, p.xmin as ended_by, s.removed_at, k.email as khateeb, m.email as masjid
      from proposals p join slots s on s.id = p.slot_id
      join addresses k on k.uid = p.khateeb_uid join addresses m on m.uid = p.masjid_uid
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
      from assignments a join addresses k on k.uid = a.khateeb_uid join addresses m on m.uid = a.masjid_uid
      where end_reason in ('removed', 'withdrawn') group by 1, 2
      union all
      select 'closing', '', count(*) from (
        select id from happened c where state = 'closed' and not exists (
          select from proposals a where a.state = 'accepted' and a.direction = 'invite' and a.slot_id <> c.slot_id
            and a.khateeb_uid = c.khateeb_uid and a.masjid_uid = c.masjid_uid and a.xmin = c.ended_by)
        union all
        select id from assignments where end_reason = 'slot_removed') closed
    ), written as (
      select case when kind in ('rival_confirmed', 'khateeb_booked_elsewhere', 'slot_removed', 'proposal_closed_by_move')
          then 'closing' else kind end as kind,
        case when kind in ('rival_confirmed', 'khateeb_booked_elsewhere', 'slot_removed', 'proposal_closed_by_move')
          then '' else recipient end as recipient, count(*)
      from ${unfoldedLetters} letters where kind not in ('welcome', 'password_reset', 'password_changed', 'masjid_moved', 'slot_moved', 'slot_described', 'topic_comes_again', 'khateeb_reconfirmed')
        and kind <> all(${kindsThatOnlyUpdateEvents}::text[])
      group by 1, 2
    )
    select kind || ' to ' || recipient || ': ' || coalesce(w.count, 0) || ' letters for ' || coalesce(d.count, 0)
      as difference
    from due d full join written w using (kind, recipient)
    where coalesce(w.count, 0) <> coalesce(d.count, 0) order by 1`.execute(db)
  return rows.map((it) => it.difference)
}
