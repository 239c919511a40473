import { type InferResult, sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getBlockedAccounts } from '../../contract/proposals.ts'
import { iso, type Reader } from '../database/database.ts'
import { khateebName } from '../fragments/names-and-times.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'

/** A page of the accounts that the caller has blocked, newest block first. Sets the cursor of the next page. */
export async function blockedAccounts(
  context: SignedInContext,
  { limit = defaultPageSize, cursor }: InputOf<typeof getBlockedAccounts>,
): Promise<OutputOf<typeof getBlockedAccounts>> {
  const { caller, database } = context
  const after = readCursor(cursor, 'entry')
  const rows = await blocksOf(database.reader, caller)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sortKey}, ${sql.ref(otherSide(caller))}) < (${after?.[0]}::bigint, ${after?.[1]}::uuid)`,
      ),
    )
    .limit(limit + 1)
    .execute()
  return pageOf(context, rows, limit, (last) => [Number(last.sortKey), last.uid]).map(toAnswer)
}

/** All accounts that the caller has blocked, newest block first. */
export async function allBlockedBy(reader: Reader, by: Caller): Promise<OutputOf<typeof getBlockedAccounts>> {
  return (await blocksOf(reader, by).execute()).map(toAnswer)
}

/** When the block was made, in microseconds since 1970. */
const sortKey = sql<string>`(extract(epoch from b.created_at) * 1000000)::bigint`

function otherSide({ role }: Caller): 'm.uid' | 'k.uid' {
  return role === 'khateeb' ? 'm.uid' : 'k.uid'
}

function blocksOf(reader: Reader, by: Caller) {
  const isKhateeb = by.role === 'khateeb'
  return reader
    .selectFrom('blocks as b')
    .innerJoin('khateebs as k', 'k.uid', 'b.khateeb_uid')
    .innerJoin('masjids as m', 'm.uid', 'b.masjid_uid')
    .where(isKhateeb ? 'b.khateeb_uid' : 'b.masjid_uid', '=', by.uid)
    .where('b.by_role', '=', by.role)
    .orderBy(sortKey, 'desc')
    .orderBy(otherSide(by), 'desc')
    .select([
      otherSide(by),
      isKhateeb ? 'm.masjid_name as name' : khateebName('k').as('name'),
      isKhateeb ? 'm.hidden as suspended' : 'k.hidden as suspended',
      'b.created_at as blockedAt',
      sortKey.as('sortKey'),
    ])
}

type BlockRow = InferResult<ReturnType<typeof blocksOf>>[number]

function toAnswer({ uid, name, suspended, blockedAt }: BlockRow) {
  return { uid, name, suspended, blockedAt: iso(blockedAt) }
}
