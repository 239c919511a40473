import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { changeNewsSettings as changeCall, getNewsSettings } from '../../contract/news.ts'
import { defaultNewsSettings } from '../../domain/news/delivery.ts'
import { nextDigest } from '../../domain/news/next-digest.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { invalidField, partyLostFailure } from '../http/failure.ts'
import { preventMembershipDeletion } from '../http/lock-membership.ts'
import type { Caller } from '../http/route.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { sendHeldNewsBy } from './reschedule-held-news.ts'

/** Returns how the caller wants the acting party's news. */
export async function newsSettings(
  reader: Queryable,
  zips: ZipTable,
  caller: Caller,
): Promise<OutputOf<typeof getNewsSettings>> {
  const stored = await reader
    .selectFrom('news_settings')
    .where('person_id', '=', caller.personId)
    .where('party_uid', '=', caller.uid)
    .select(['delivery', 'muted', 'digest_hour as digestHour', 'language'])
    .executeTakeFirst()
  const { muted, ...others } = stored ?? defaultNewsSettings
  return { ...others, muted: [...muted], timeZone: await timeZoneOf(reader, zips, caller) }
}

/**
 * Changes how the caller wants the acting party's news. If the caller no longer wants a digest, held news is sent at once. Otherwise held
 * news is sent no later than the next digest.
 */
export async function changeNewsSettings(
  tx: Tx,
  zips: ZipTable,
  { delivery, muted, digestHour, language }: InputOf<typeof changeCall>,
  caller: Caller,
): Promise<OutputOf<typeof changeCall>> {
  const { personId, uid, role } = caller
  // A khateeb is the only member who acts for himself, so all news is about his own slots.
  if (role === 'khateeb' && delivery === 'mine') throw invalidField('delivery', 'not_valid')
  await preventMembershipDeletion(tx, caller)
  if (role === 'khateeb') await preventZipChange(tx, uid)
  const timeZone = await timeZoneOf(tx, zips, caller)
  const values = { delivery, muted: [...new Set(muted)].toSorted(), digest_hour: digestHour, language }
  const of = { person_id: personId, party_uid: uid, time_zone: role === 'khateeb' ? timeZone : null }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('news_settings')
    .values({ ...of, ...values })
    .onConflict((same) =>
      same
        .columns(['person_id', 'party_uid'])
        .doUpdateSet(values)
        .where(
          sql<boolean>`(news_settings.delivery, news_settings.muted, news_settings.digest_hour, news_settings.language)
            is distinct from (excluded.delivery, excluded.muted, excluded.digest_hour, excluded.language)`,
        ),
    )
    .executeTakeFirstOrThrow()
  const { now } = await tx.selectNoFrom(databaseNow.as('now')).executeTakeFirstOrThrow()
  const due = delivery === 'digest' ? nextDigest(now, digestHour, timeZone) : now
  await sendHeldNewsBy(tx, { personId, partyUid: uid, due })
  return { changed: (numInsertedOrUpdatedRows ?? 0n) > 0n }
}

/**
 * Locks a khateeb's profile until the transaction ends. A concurrent change of his ZIP then waits, and changes the time zone of the stored
 * settings, too.
 */
async function preventZipChange(tx: Tx, khateebUid: string): Promise<void> {
  await tx.selectFrom('khateebs').where('uid', '=', khateebUid).select('uid').forShare().execute()
}

/** Returns the time zone of the masjid, or of the khateeb's ZIP. */
async function timeZoneOf(reader: Queryable, zips: ZipTable, { uid, role }: Caller): Promise<string> {
  if (role === 'masjid') {
    const masjid = reader.selectFrom('masjids').where('uid', '=', uid).select('time_zone')
    return (await masjid.executeTakeFirstOrThrow(partyLostFailure)).time_zone
  }
  const khateeb = reader.selectFrom('khateebs').where('uid', '=', uid).select('zip_code')
  const { zip_code: zip } = await khateeb.executeTakeFirstOrThrow(partyLostFailure)
  return zips.find(zip)?.timeZone ?? 'UTC'
}
