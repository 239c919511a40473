import { nextDigest } from '../../domain/news/next-digest.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { isUnsent } from '../letters/letter-predicates.ts'

/**
 * Makes the held news of a party's members due no later than their next digest. Call this after the party's time zone has changed, because
 * the hour of a digest is in this time zone.
 */
export async function rescheduleHeldNews(tx: Tx, partyUid: string, timeZone: string): Promise<void> {
  const members = await tx
    .selectFrom('news_settings')
    .where('party_uid', '=', partyUid)
    .where('delivery', '=', 'digest')
    .select(['person_id as personId', 'digest_hour as digestHour', databaseNow.as('now')])
    .execute()
  for (const { personId, digestHour, now } of members)
    await sendHeldNewsBy(tx, { personId, partyUid, due: nextDigest(now, digestHour, timeZone) })
}

interface DueNews {
  readonly personId: string
  readonly partyUid: string
  readonly due: Date
}

/**
 * Makes the held news of a party for one of its members due at `due`, unless it is due earlier. Never postpones news, because news that is
 * held for an earlier digest may be about a khutbah that starts before the later digest.
 */
export async function sendHeldNewsBy(tx: Tx, { personId, partyUid, due }: DueNews): Promise<void> {
  await tx
    .updateTable('letters')
    .set({ next_attempt_at: due })
    .where('person_id', '=', personId)
    .where('party_uid', '=', partyUid)
    .where('held', '=', true)
    .where('next_attempt_at', '>', due)
    .where(isUnsent('letters'))
    .execute()
}
