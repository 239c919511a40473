import { type RawBuilder, sql } from 'kysely'
import type { KhateebMark } from '../../domain/approval/approval.ts'
import { columnsOf } from './columns-of.ts'

/** SQL for a masjid's mark of a khateeb; null without a mark. */
export function markOf(
  masjidUid: RawBuilder<unknown>,
  khateebUid: RawBuilder<unknown>,
): RawBuilder<KhateebMark | null> {
  return sql`(select mark from khateeb_marks where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid})`
}

/**
 * SQL condition: a masjid allows requests of a khateeb. The same rule as `refusalByApproval`. PostgreSQL reads the marks of the khateeb
 * once for all masjids.
 * @param masjid table alias of the masjid's row
 */
export function takesRequestsOf(khateebUid: RawBuilder<unknown>, masjid: string): RawBuilder<boolean> {
  const of = columnsOf(masjid)
  const markedAs = (mark: KhateebMark) =>
    sql`(array(select masjid_uid from khateeb_marks where khateeb_uid = ${khateebUid} and mark = ${sql.lit(mark)}))`
  return sql`(${of('uid')} <> all ${markedAs('not_wanted')}
    and (not ${of('approved_only')} or ${of('uid')} = any ${markedAs('approved')}))`
}

/** SQL condition: a masjid has not marked a khateeb as not wanted. PostgreSQL reads the marks once for all khateebs. */
export function isNotMarkedUnwanted(
  khateebUid: RawBuilder<unknown>,
  masjidUid: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`${khateebUid} <> all (array(
    select khateeb_uid from khateeb_marks where masjid_uid = ${masjidUid} and mark = 'not_wanted'))`
}
