import { sql } from 'kysely'
import type { getBlockedAccounts } from '../../contract/blocks.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { Queryable } from '../database/database.ts'
import { comesAfter, defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import { isoInstant, microsecondsOf } from '../sql-fragments/instants.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'

/** Returns a page of the accounts that the caller has blocked, newest block first. Sets the cursor of the next page. */
export async function blockedAccounts(
  context: SignedInContext,
  { limit = defaultPageSize, cursor }: InputOf<typeof getBlockedAccounts>,
): Promise<OutputOf<typeof getBlockedAccounts>> {
  const { caller, database } = context
  const sortKey = microsecondsOf(sql.ref('b.created_at'))
  const rows = await blocksBy(database.db, caller)
    .where(comesAfter(readCursor(cursor, 'entry'), sortKey, sql.ref(otherSideColumn(caller))))
    .limit(limit + 1)
    .select(sortKey.as('sortKey'))
    .execute()
  const page = paginate(context, rows, limit, (last) => [Number(last.sortKey), last.uid])
  return page.map(({ sortKey, ...account }) => account)
}

/** Selects the accounts that the caller has blocked, newest block first. */
export function blocksBy(reader: Queryable, { role, uid }: Caller) {
  const isKhateeb = role === 'khateeb'
  return reader
    .selectFrom('blocks as b')
    .innerJoin('khateebs as k', 'k.uid', 'b.khateeb_uid')
    .innerJoin('masjids as m', 'm.uid', 'b.masjid_uid')
    .where(isKhateeb ? 'b.khateeb_uid' : 'b.masjid_uid', '=', uid)
    .where('b.by_role', '=', role)
    .orderBy('b.created_at', 'desc')
    .orderBy(otherSideColumn({ role }), 'desc')
    .select((eb) => [
      otherSideColumn({ role }),
      isKhateeb ? 'm.masjid_name as name' : khateebName('k').as('name'),
      isKhateeb ? 'm.hidden as suspended' : 'k.hidden as suspended',
      isoInstant(eb.ref('b.created_at')).as('blockedAt'),
    ])
}

function otherSideColumn({ role }: Pick<Caller, 'role'>): 'm.uid' | 'k.uid' {
  return role === 'khateeb' ? 'm.uid' : 'k.uid'
}
