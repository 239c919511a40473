import { defaultNewsSettings, type NewsLanguage } from '../../domain/news/delivery.ts'
import type { Queryable } from '../database/database.ts'
import type { ClaimedLetter } from './outbox-store.ts'

/** Returns the language that a member currently wants a party's news in. Letters about a person's own account are in English. */
export async function languageOfReader(
  database: Queryable,
  { personId, partyUid }: Pick<ClaimedLetter, 'personId' | 'partyUid'>,
): Promise<NewsLanguage> {
  if (personId === null || partyUid === null) return defaultNewsSettings.language
  const settings = await database
    .selectFrom('news_settings')
    .where('person_id', '=', personId)
    .where('party_uid', '=', partyUid)
    .select('language')
    .executeTakeFirst()
  return settings?.language ?? defaultNewsSettings.language
}
