import { defaultNewsSettings, type NewsLanguage } from '../../domain/news/delivery.ts'
import type { Queryable } from '../database/database.ts'
import type { ClaimedLetter } from './outbox-store.ts'

/** The language that a member wants a party's news in, as of now. Letters to a person are in English. */
export async function languageOfReader(
  reader: Queryable,
  { personId, partyUid }: Pick<ClaimedLetter, 'personId' | 'partyUid'>,
): Promise<NewsLanguage> {
  if (personId === null || partyUid === null) return defaultNewsSettings.language
  const settings = await reader
    .selectFrom('news_settings')
    .where('person_id', '=', personId)
    .where('party_uid', '=', partyUid)
    .select('language')
    .executeTakeFirst()
  return settings?.language ?? defaultNewsSettings.language
}
