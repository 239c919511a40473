import { type RawBuilder, sql } from 'kysely'
import { maxProposalsPerSide } from '../../domain/proposals/proposal.ts'
import { takesRequestsOf } from '../sql-fragments/khateeb-marks.ts'
import { databaseNowPerStatement, earliestUpcomingDate } from '../sql-fragments/upcoming.ts'

/**
 * SQL condition: the slot `s` is open to the khateeb. He may request it, as `judgeProposal` decides (apart from blocks and approval, which
 * the statement checks by itself, once a masjid), and he isn't away on its date. Most of his hours are weeks from the slot, so a cheap comparison of starts comes before
 * the test for overlap. `offset 0` keeps PostgreSQL from joining the whole table of assignments, and `coalesce` from reading all
 * of a masjid's slots by the index on their starts instead of a week's by the index on their dates.
 */
export function isOpenTo(khateebUid: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    coalesce(s.starts_at >= ${databaseNowPerStatement}, false)
    and s.date <> all (array(select away.date from away_dates away where away.khateeb_uid = ${khateebUid}))
    and not exists (select from assignments a where a.slot_id = s.id and a.ended_at is null offset 0)
    and not exists (
      select from assignments own
      where own.khateeb_uid = ${khateebUid} and own.ended_at is null
        and own.starts_at between s.starts_at - interval '1 day' and s.starts_at + interval '1 day'
        and speaking_hour(own.starts_at) && speaking_hour(s.starts_at) offset 0)
    and (
      -- Requests also count for earlier postings of the slot.
      select count(*) filter (where p.direction = 'request') >= ${sql.lit(maxProposalsPerSide)}
        or coalesce(bool_or(p.slot_id = s.id and p.state = 'pending'), false)
      from slots posted join proposals p on p.slot_id = posted.id and p.khateeb_uid = ${khateebUid}
      where posted.masjid_uid = s.masjid_uid and posted.date = s.date and posted.time = s.time
    ) is not true)`
}

/** SQL condition: the masjid asks for this language at the slot `s`. True without a language. */
export function isInLanguage(language: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql<boolean>`(${language}::text is null or s.language = ${language}::text)`
}

interface WantedSlots {
  /** YYYY-MM-DD; null for any. */
  readonly date?: RawBuilder<string | null>
  /** An ISO 639-1 code; null for any. */
  readonly language: RawBuilder<string | null>
}

/** SQL after `select`: the slots `s` of a masjid that are open to the khateeb. */
export function openSlotsAt(
  masjidUid: RawBuilder<unknown>,
  khateebUid: RawBuilder<string>,
  { date = sql`null::text`, language }: WantedSlots,
): RawBuilder<unknown> {
  return sql`
    from slots s
    where s.masjid_uid = ${masjidUid} and s.removed_at is null
      and s.date >= greatest(${earliestUpcomingDate}, ${date}::date) and s.date <= coalesce(${date}::date, 'infinity')
      and not exists (select from blocks b where b.masjid_uid = s.masjid_uid and b.khateeb_uid = ${khateebUid})
      and (select ${takesRequestsOf(khateebUid, 'm')} from masjids m where m.uid = ${masjidUid})
      and ${isOpenTo(khateebUid)} and ${isInLanguage(language)}`
}
