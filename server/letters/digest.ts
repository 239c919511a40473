import { sql } from 'kysely'
import type { Limit } from '../config.ts'
import { createRateLimitCounters, hashedKey } from '../counters/rate-limit-counters.ts'
import type { Database, Reader } from '../database/database.ts'
import { isReleased } from './restore-hold.ts'
import { news } from './news-kinds.ts'
import { type Claimed, fromNow } from './outbox-store.ts'

/**
 * Counts a letter to an address, in the database, so that all processes count together. Gives null if it may go now,
 * else the milliseconds until one may. An address that was never confirmed gets a tenth of the limit.
 */
export type CountLetter = (recipient: string, confirmed: boolean) => Promise<number | null>

export function letterCounter(database: Database, limit: Limit): CountLetter {
  const counters = createRateLimitCounters(database)
  // The owner of an unconfirmed address may never have asked for letters.
  const unconfirmedLimit = { ...limit, calls: Math.ceil(limit.calls / 10) }
  return (recipient, confirmed) =>
    counters.count(
      confirmed
        ? { key: `letters:${hashedKey(recipient)}`, limit }
        : { key: `letters_unconfirmed:${hashedKey(recipient)}`, limit: unconfirmedLimit },
    )
}

/**
 * Whether the reader of an address has confirmed it by the link in a letter. To other addresses nothing is urgent: an
 * attacker who signs up with a stranger's address could confirm and remove that khateeb again and again.
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

/**
 * Lets a claimed letter wait for `wait` ms. It is then gathered with all other news that waits for its reader. Does
 * nothing if another process has claimed it since.
 */
export async function hold(reader: Reader, { id, attempts }: Claimed, wait: number): Promise<void> {
  await reader
    .updateTable('letters')
    .set({ held: true, next_attempt_at: fromNow(wait) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Replaces a claimed letter, and all other news that waits for its reader, by one letter. False if nothing was left to
 * gather. The new letter is as old as the newest of them, so that its reader is still known if the address changes.
 * One statement, so either they wait or it does. A letter that another process has in hand goes on its own.
 */
export async function combineIntoDigest(reader: Reader, { id, attempts, recipient }: Claimed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gathered as (
      delete from letters
      where recipient = ${recipient} and sent_at is null and failed_at is null
        and kind = any(${Object.keys(news)}) and ${isReleased}
        and ((id = ${id} and attempts = ${attempts}) or held or next_attempt_at <= minbar_now())
      returning kind, props, created_at, id
    )
    insert into letters (kind, recipient, created_at, props)
    select 'gathered', ${recipient}, max(created_at), jsonb_build_object(
      'letters', jsonb_agg(jsonb_build_object('kind', kind, 'props', props) order by created_at, id))
    from gathered having count(*) > 0`.execute(reader)
  return numAffectedRows === 1n
}
