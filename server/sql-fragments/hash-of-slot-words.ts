import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from './columns-of.ts'

/**
 * SQL for a hash of a slot's language and note. News of changed words has this hash instead of the words, which a deletion must erase. With
 * the hash, SQL can tell whether the words have changed again.
 * @param slot table name or alias of the slot's row
 */
export function hashOfWords(slot: string): RawBuilder<string> {
  const of = columnsOf(slot)
  return sql<string>`encode(sha256(convert_to(coalesce(${of('language')}, '') || ' ' || ${of('note')}, 'UTF8')), 'hex')`
}
