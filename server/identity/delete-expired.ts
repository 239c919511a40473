import { sql } from 'kysely'
import { type Database, databaseNow } from '../database/database.ts'
import { deleteExpiredCounters } from '../rate-limit-counters.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { deviceLifetime } from './known-devices.ts'

/** The seconds for which a call can be retried with its Idempotency-Key. */
const idempotencyKeyLifetime = 24 * 60 * 60

/**
 * The seconds for which sent letters are stored. Links with an email are stored at least as long, because they show which account a letter
 * to a former or requested address belongs to.
 */
const letterLifetime = 30 * 24 * 60 * 60

/** The seconds for which the link in an invitation letter can stop further invitations. */
const optOutLifetime = 365 * 24 * 60 * 60

/**
 * Deletes expired sessions, known browsers, links, answer links, invitations, opt-out links, passkey challenges, setups of authenticator
 * apps, recovery codes that can no longer repeat a renewal, Idempotency-Keys and rate limit counters. Readers check the expiry themselves,
 * so this job can run at any time, and in several processes at once.
 */
export async function deleteExpiredIdentityData({ db }: Database): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', databaseNow).execute()
  await db.deleteFrom('known_devices').where('last_used_at', '<=', secondsFromNow(-deviceLifetime)).execute()
  await db
    .deleteFrom('links')
    .where('expires_at', '<=', databaseNow)
    .where((link) =>
      link.or([
        link('email', 'is', null),
        link.and([
          link('expires_at', '<=', secondsFromNow(-letterLifetime)),
          // Keep the link while a letter to one of its addresses is stored: the letter may still be queued, or may have been sent late.
          sql<boolean>`not exists (
            select from letters
            where recipient in (links.email, links.replaced_by)
              and created_at < links.expires_at + interval '1 minute')`,
          // Keep the link while an invitation to the former owner of the new address is stored: exports must leave it out.
          sql<boolean>`not exists (
            select from invitations where email = links.replaced_by and created_at < links.created_at)`,
        ]),
      ]),
    )
    .execute()
  await db
    .deleteFrom('invitations')
    .where((invitation) =>
      invitation.or([
        invitation('expires_at', '<=', secondsFromNow(-letterLifetime)),
        invitation('role', '=', 'khateeb').and('expires_at', '<=', databaseNow),
      ]),
    )
    .execute()
  await db.deleteFrom('answer_links').where('expires_at', '<=', databaseNow).execute()
  await db.deleteFrom('opt_out_links').where('created_at', '<=', secondsFromNow(-optOutLifetime)).execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', secondsFromNow(-idempotencyKeyLifetime))
    .execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', databaseNow).execute()
  await db.deleteFrom('recovery_codes').where('renews_until', '<=', databaseNow).execute()
  await db.deleteFrom('authenticator_app_setups').where('expires_at', '<=', databaseNow).execute()
  await deleteExpiredCounters({ db })
}
