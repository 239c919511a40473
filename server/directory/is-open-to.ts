import { type RawBuilder, sql } from 'kysely'
import { maxProposalsPerSide } from '../../domain/proposals/proposal.ts'
import { takesRequestsOf } from '../sql-fragments/khateeb-marks.ts'
import { databaseNowPerStatement, earliestUpcomingDate } from '../sql-fragments/upcoming.ts'

/**
 * Returns an SQL condition: the khateeb may request the slot `s`, by the rules of `judgeProposal`, and is not away on its date. The
 * statement that has this condition must also exclude removed slots, and check blocks and approval once for each masjid. For speed,
 * PostgreSQL reads the khateeb’s own rows once for all slots: his dates away, the hours of his khutbahs, and the masjids with which he has
 * proposals. Only the slots of these masjids need the last condition. `offset 0` keeps PostgreSQL from joining the whole table of
 * assignments. `coalesce` makes PostgreSQL read one week’s slots of a masjid by the index on dates, instead of all its slots by the index
 * on starts.
 */
export function isOpenTo(khateebUid: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    coalesce(s.starts_at >= ${databaseNowPerStatement}, false)
    and s.date <> all (array(select away.date from away_dates away where away.khateeb_uid = ${khateebUid}))
    and not exists (select from assignments a where a.slot_id = s.id and a.ended_at is null offset 0)
    and not (speaking_hour(s.starts_at) && coalesce((
      select range_agg(speaking_hour(own.starts_at)) from assignments own
      where own.khateeb_uid = ${khateebUid} and own.ended_at is null
        and own.starts_at > ${databaseNowPerStatement} - interval '1 day'), '{}'))
    and (
      s.masjid_uid not in (select known.masjid_uid from proposals known where known.khateeb_uid = ${khateebUid})
      or (
        -- Requests to removed slots of the same date and time count, too.
        select count(*) filter (where p.direction = 'request') >= ${sql.lit(maxProposalsPerSide)}
          or coalesce(bool_or(p.slot_id = s.id and p.state = 'pending'), false)
        from slots posted join proposals p on p.slot_id = posted.id and p.khateeb_uid = ${khateebUid}
        where posted.masjid_uid = s.masjid_uid and posted.date = s.date and posted.time = s.time
      ) is not true))`
}

/** Returns an SQL condition: the masjid asks for this language at the slot `s`. True if the language is null. */
export function isInLanguage(language: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql<boolean>`(${language}::text is null or s.language = ${language}::text)`
}

interface WantedSlots {
  /** YYYY-MM-DD; null for any date. */
  readonly date?: RawBuilder<string | null>
  /** An ISO 639-1 code; null for any language. */
  readonly language: RawBuilder<string | null>
}

/** Returns SQL that starts with `from`. It finds the slots `s` of a masjid that the khateeb may request. */
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
