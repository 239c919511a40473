import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { markNewsRead as endpoint } from '../../contract/news.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { preventMembershipDeletion } from '../http/lock-membership.ts'
import type { Caller } from '../http/route.ts'

/**
 * Marks news as read by the caller. A concurrent removal of the caller waits for this transaction, and then deletes the caller’s rows in
 * `news_reads`.
 */
export async function markNewsRead(
  tx: Tx,
  { newsId, andOlder }: InputOf<typeof endpoint>,
  caller: Caller,
): Promise<OutputOf<typeof endpoint>> {
  await preventMembershipDeletion(tx, caller)
  const { personId, uid } = caller
  const { number } = await tx
    .selectFrom('news')
    .where('id', '=', newsId)
    .where('party_uid', '=', uid)
    .select('number')
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('news_reads')
    .columns(['person_id', 'party_uid', 'news_id'])
    .expression((eb) =>
      eb
        .selectFrom('news as n')
        .where('n.party_uid', '=', uid)
        .where('n.number', andOlder ? '<=' : '=', number)
        .select([sql<string>`${personId}::uuid`.as('person_id'), 'n.party_uid', 'n.id']),
    )
    .onConflict((read) => read.doNothing())
    .executeTakeFirstOrThrow()
  return { changed: (numInsertedOrUpdatedRows ?? 0n) > 0n }
}
