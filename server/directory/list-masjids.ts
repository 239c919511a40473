import { sql } from 'kysely'
import type { getMasjids } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import type { SignedInContext } from '../http/route.ts'
import { searchDirectory } from './directory-search.ts'
import { openSlotsAt } from './is-open-to.ts'
import { masjidSearch, openMasjidSearch } from './masjid-and-khateeb-lists.ts'

/** The largest number of open dates that a card shows. */
const datesPerCard = 3

/**
 * Returns a page of masjids. With `openSlots`, each masjid has the first dates on which the calling khateeb may request a slot, and the
 * number of all these dates. If the query has a language, only slots in this language count. With `openSlots=only` and a date, only slots
 * on this date count.
 */
export async function listMasjids(
  context: SignedInContext,
  query: InputOf<typeof getMasjids>,
): Promise<OutputOf<typeof getMasjids>> {
  const search = query.openSlots === 'only' ? openMasjidSearch : masjidSearch
  const cards = await searchDirectory(context, search, query)
  if (query.openSlots === undefined || cards.length === 0) return cards
  const uids = cards.map((it) => it.uid)
  const rows = await selectOpenDates(context.database, {
    viewer: context.caller.uid,
    uids,
    date: query.openSlots === 'only' ? (query.openOn ?? null) : null,
    language: query.language ?? null,
  })
  const byUid = new Map(rows.map(({ uid, dates, count }) => [uid, { dates, count }]))
  return cards.map((card) => ({ open: byUid.get(card.uid) ?? { dates: [], count: 0 }, ...card }))
}

interface OpenDatesParameters {
  readonly viewer: string
  readonly uids: readonly string[]
  readonly date: string | null
  readonly language: string | null
}

const selectOpenDates = preparedStatement(
  (_, param: PlaceholderOf<OpenDatesParameters>) => sql<{
    uid: string
    dates: string[]
    count: number
  }>`
    select listed.uid, open.dates, open.count
    from unnest(${param('uids')}::uuid[]) as listed (uid) cross join lateral (
      select count(*)::int as count, to_json((array_agg(date order by date))[:${sql.lit(datesPerCard)}]) as dates
      from (select distinct s.date ${openSlotsAt(sql`listed.uid`, param('viewer'), { date: param('date'), language: param('language') })}) date
    ) open
    where open.count > 0
  `,
)
