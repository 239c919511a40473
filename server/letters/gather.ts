import { sql } from 'kysely'
import type { Limit } from '../config.ts'
import type { Database, Reader } from '../database/database.ts'
import { count, keyOf, limiterOn } from '../identity/counters.ts'
import { news } from './news.ts'
import { type Claimed, later } from './store.ts'

/**
 * Counts a letter to an address, in the database, so that all processes count together. Gives null where it may go, else
 * the milliseconds until one may again. An address that nobody has confirmed gets a tenth.
 */
export type CountLetter = (recipient: string, confirmed: boolean) => Promise<number | null>

export function letterCounter(database: Database, limit: Limit): CountLetter {
  const own = limiterOn(database, 'letters', limit)
  // It may be a stranger's, who never asked for any.
  const anybodys = limiterOn(database, 'letters_unconfirmed', {
    ...limit,
    calls: Math.ceil(limit.calls / 10),
  })
  return (recipient, confirmed) => count(confirmed ? own : anybodys, keyOf(recipient))
}

/**
 * Whether whoever reads an address has said so, by the link in a letter. Who signs up with a stranger's could confirm himself
 * by another account of his and remove himself, again and again: to such an address nothing is urgent.
 */
export async function isConfirmed(reader: Reader, address: string): Promise<boolean> {
  const account = await reader
    .selectFrom('accounts')
    .where('email', '=', address)
    .where('email_verified_at', 'is not', null)
    .select('uid')
    .executeTakeFirst()
  return account !== undefined
}

/** Lets a letter that this process has claimed wait for `wait` ms, to be gathered then with what has come until then. */
export async function hold(reader: Reader, { id, attempts }: Claimed, wait: number): Promise<void> {
  await reader
    .updateTable('letters')
    .set({ held: true, next_attempt_at: later(wait) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Puts a claimed letter, and all other news to its reader that waits, into one letter in their place; false where somebody
 * has done so. It is as old as the newest of them, so that it is known whose it is, should the address change. One statement: they wait, or it does. What another process has in hand goes on its own.
 */
export async function gather(reader: Reader, { id, recipient }: Claimed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gathered as (
      delete from letters
      where recipient = ${recipient} and sent_at is null and failed_at is null
        and kind = any(${Object.keys(news)})
        and (id = ${id} or held or next_attempt_at <= minbar_now())
      returning kind, props, created_at, id
    )
    insert into letters (kind, recipient, created_at, props)
    select 'gathered', ${recipient}, max(created_at), jsonb_build_object(
      'letters', jsonb_agg(jsonb_build_object('kind', kind, 'props', props) order by created_at, id))
    from gathered having count(*) > 0`.execute(reader)
  return numAffectedRows === 1n
}
