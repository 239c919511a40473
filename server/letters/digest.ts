import { sql } from 'kysely'
import type { Database, Queryable } from '../database/database.ts'
import type { RateLimit } from '../rate-limit.ts'
import { createRateLimitCounters, hashedKey } from '../rate-limit-counters.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import type { LetterWithNews } from './content/letter.ts'
import { newsIn, newsKinds, onlyUpdatesEvents } from './content/news-kinds.ts'
import { isNotHeldSinceRestore, isUnsent } from './letter-predicates.ts'
import { type ClaimedLetter, updateClaimed } from './outbox-store.ts'

/** The limit of cancellations that are sent to an unconfirmed address without waiting for a digest. */
const unconfirmedCancellationLimit: RateLimit = { calls: 6, seconds: 24 * 60 * 60 }

/** Creates the counters of letters to an address. The counts are in the database, so all processes share them. */
export function letterCounters(database: Database, limit: RateLimit) {
  const counters = createRateLimitCounters(database)
  // An unconfirmed address may belong to a stranger who never asked for letters.
  const unconfirmedLimit = { ...limit, calls: Math.ceil(limit.calls / 10) }
  return {
    /**
     * Counts a letter with news. Resolves with null if it is within the limit, else with the milliseconds until a letter is allowed again.
     * Letters that only update calendar events have a counter of their own: otherwise a member's own moves would delay the news about a
     * request. An unconfirmed address has one counter for all news, and its limit is a tenth, rounded up.
     */
    count(recipient: string, confirmed: boolean, news: readonly LetterWithNews[]): Promise<number | null> {
      const address = hashedKey(recipient)
      if (!confirmed)
        return counters.count({ key: `letters_unconfirmed:${address}`, limit: unconfirmedLimit })
      const key = news.every(onlyUpdatesEvents) ? `event_updates:${address}` : `letters:${address}`
      return counters.count({ key, limit })
    },
    /** Counts a cancellation to an unconfirmed address, and returns whether it may be sent without waiting for a digest. */
    async allowsCancellation(recipient: string): Promise<boolean> {
      const key = `cancellations_unconfirmed:${hashedKey(recipient)}`
      return (await counters.count({ key, limit: unconfirmedCancellationLimit })) === null
    },
  }
}

/**
 * Whether an address is confirmed, that is, its owner has followed the link in a letter. An unconfirmed address may belong to a stranger
 * whom an attacker signed up as a khateeb. By confirming and removing this khateeb repeatedly, the attacker could flood the stranger with
 * news. So the limits for an unconfirmed address are lower.
 */
export async function isConfirmedAddress(reader: Queryable, address: string): Promise<boolean> {
  const person = await reader
    .selectFrom('people as p')
    .where('p.email', '=', address)
    .where(isEmailVerified('p'))
    .select('p.id')
    .executeTakeFirst()
  return person !== undefined
}

/**
 * Holds a claimed letter for `wait` ms. After that time it is combined with all other held news of its party for its recipient. Does
 * nothing if another process has claimed the letter since.
 */
export async function holdForDigest(db: Queryable, letter: ClaimedLetter, wait: number) {
  const delay = { held: true, next_attempt_at: secondsFromNow(wait / 1_000) }
  await updateClaimed(db, letter).set(delay).execute()
}

/**
 * Replaces a claimed letter, and all other waiting news of its party for its recipient, with one digest. Resolves with the digest's news,
 * which is empty if there was no news to combine. Leaves out letters that another process has claimed. Includes letters that later news has
 * overtaken: their news is checked again before the digest is sent. A letter of the kind `gathered` has several pieces of news: those of
 * one act, or, if `counted`, those of a digest. A digest is not combined again. All changes are one SQL statement, so they are atomic. The
 * digest gets the `created_at` of the newest letter. So `isLetterToAccount` finds the digest's account, even if the account's address has
 * changed since.
 */
export async function combineIntoDigest(
  db: Queryable,
  letter: ClaimedLetter,
): Promise<readonly LetterWithNews[]> {
  const { id, attempts, channel, recipient, personId, partyUid } = letter
  const { rows } = await sql<Pick<ClaimedLetter, 'kind' | 'props'>>`
    with combined as (
      delete from letters
      where recipient = ${recipient} and channel = ${channel} and party_uid is not distinct from ${partyUid}::uuid
        and ${isUnsent('letters')}
        and (kind = any(${newsKinds}) or (kind = 'gathered' and not counted)) and ${isNotHeldSinceRestore('letters')}
        and ((id = ${id} and attempts = ${attempts}) or held or next_attempt_at <= minbar_now())
      returning kind, props, created_at, id
    ), items as (
      select created_at, id, item, n from combined cross join lateral jsonb_array_elements(
        case when kind = 'gathered' then props -> 'letters'
          else jsonb_build_array(jsonb_build_object('kind', kind, 'props', props)) end) with ordinality as given (item, n)
    )
    insert into letters (kind, channel, recipient, person_id, party_uid, counted, created_at, props)
    select 'gathered', ${channel}, ${recipient}, ${personId}::uuid, ${partyUid}::uuid, true, max(created_at),
      jsonb_build_object('letters', jsonb_agg(item order by created_at, id, n))
    from items having count(*) > 0
    returning kind, props`.execute(db)
  return rows.flatMap(newsIn)
}
