import { sql } from 'kysely'
import { type Database, databaseNow } from '../../server/database/database.ts'

/**
 * Returns all violations of the product's invariants in the database, as sentences. Rows are checked independently of
 * constraints, so that a dropped constraint is noticed.
 */
export async function invariantViolations({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ breach: string }>`
    with active as (
      select a.*, s.date, s.time, s.removed_at from assignments a join slots s on s.id = a.slot_id
      where a.ended_at is null
    ), pending as (
      -- A pending proposal whose slot has begun is expired, even before the job marks it.
      select p.*, s.starts_at, s.removed_at from proposals p join slots s on s.id = p.slot_id
      where p.state = 'pending' and s.starts_at >= ${databaseNow}
    )
    select 'two khateebs on slot ' || slot_id as breach
      from active group by slot_id having count(*) > 1
    union all
    select 'khateeb ' || a.khateeb_uid || ' in two places at ' || a.starts_at || ' and ' || b.starts_at
      from active a join active b on a.khateeb_uid = b.khateeb_uid and a.id < b.id
      where abs(extract(epoch from a.starts_at - b.starts_at)) < 3600
    union all
    select 'a khateeb on the removed slot ' || slot_id from active where removed_at is not null
    union all
    select 'an assignment with another start than slot ' || a.slot_id
      from active a join slots s on s.id = a.slot_id where s.starts_at <> a.starts_at
    union all
    select 'two pending proposals of khateeb ' || khateeb_uid || ' for slot ' || slot_id
      from pending group by khateeb_uid, slot_id having count(*) > 1
    union all
    select 'proposal ' || p.id || ' pending on a filled slot'
      from pending p join active a on a.slot_id = p.slot_id
    union all
    select 'proposal ' || p.id || ' pending despite a block'
      from pending p join blocks b on b.khateeb_uid = p.khateeb_uid and b.masjid_uid = p.masjid_uid
    union all
    select 'proposal ' || id || ' pending on a removed slot' from pending where removed_at is not null
    union all
    select 'proposal ' || p.id || ' pending for a khateeb who speaks at that hour'
      from pending p join active a on a.khateeb_uid = p.khateeb_uid
      where abs(extract(epoch from a.starts_at - p.starts_at)) < 3600
    union all
    select 'more than three proposals of one side for slot ' || slot_id || ' and khateeb ' || khateeb_uid
      from proposals group by slot_id, khateeb_uid, direction having count(*) > 3
    union all
    select 'two slots of masjid ' || masjid_uid || ' at ' || date || ' ' || time
      from slots where removed_at is null group by masjid_uid, date, time having count(*) > 1
    union all
    select 'assignment ' || a.id || ' without a proposal' from assignments a where a.proposal_id is null
    union all
    select 'masjid ' || m.uid || ' without an owner'
      from masjids m join parties p on p.uid = m.uid and p.left_at is null
      where not exists (
        select from memberships o join people on people.id = o.person_id and people.left_at is null
        where o.party_uid = m.uid and o.role = 'owner')
    union all
    select 'khateeb ' || k.uid || ' without a member'
      from khateebs k where not exists (
        select from memberships o join people on people.id = o.person_id and people.left_at is null
        where o.party_uid = k.uid)
    union all
    select 'a former member of masjid ' || e.masjid_uid || ' did ' || act.event
      from audit e join audit act on act.by_uid = e.masjid_uid and act.by_person_id = e.person_id and act.id > e.id
      where e.event in ('member_removed', 'member_left') and not exists (
        select from audit back where back.event = 'member_added' and back.masjid_uid = e.masjid_uid
          and back.person_id = e.person_id and back.id between e.id and act.id)
    union all
    select 'khateeb ' || a.khateeb_uid || ' confirmed on slot ' || a.slot_id || ' without an accepted proposal'
      from assignments a
      where (select count(*) from assignments b where b.slot_id = a.slot_id and b.khateeb_uid = a.khateeb_uid)
        <> (select count(*) from proposals p
            where p.slot_id = a.slot_id and p.khateeb_uid = a.khateeb_uid and p.state = 'accepted')
    union all
    select 'proposal ' || p.id || ' accepted without an assignment'
      from proposals p where p.state = 'accepted' and not exists (
        select from assignments a where a.slot_id = p.slot_id and a.khateeb_uid = p.khateeb_uid)`.execute(db)
  return rows.map((it) => it.breach)
}
