import { sql } from 'kysely'
import { deleteExpiredCounters } from '../counters/rate-limit-counters.ts'
import { type Database, now } from '../database/database.ts'
import { secondsFromNow } from './seconds-from-now.ts'
import { deviceLifetime } from './known-devices.ts'

/** Seconds for which a call can be repeated under its Idempotency-Key. */
const keysKept = 24 * 60 * 60

/** How long letters are kept after they went, in seconds. Until then it must be known whose a former address was, or one that was asked for. */
const lettersKept = 30 * 24 * 60 * 60

/**
 * Deletes what has had its time: sessions, known browsers, links, Idempotency-Keys and counters of limits. Nothing depends on it (each
 * reader looks at the time itself), so it may be run at any time, by any number of processes.
 */
export async function deleteExpiredIdentityData({ reader }: Database): Promise<void> {
  await reader.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await reader.deleteFrom('known_devices').where('last_used_at', '<=', secondsFromNow(-deviceLifetime)).execute()
  await reader
    .deleteFrom('links')
    .where('expires_at', '<=', now)
    .where((link) =>
      // Of the others none tells of an address.
      link.or([
        link('email', 'is', null),
        link.and([
          link('expires_at', '<=', secondsFromNow(-lettersKept)),
          // One that went late, or waits yet.
          sql<boolean>`not exists (
            select from letters
            where recipient in (links.email, links.replaced_by)
              and created_at < links.expires_at + interval '1 minute')`,
        ]),
      ]),
    )
    .execute()
  await reader.deleteFrom('idempotency_keys').where('created_at', '<=', secondsFromNow(-keysKept)).execute()
  await deleteExpiredCounters({ reader })
}
