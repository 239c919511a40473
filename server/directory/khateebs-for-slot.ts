import { sql } from 'kysely'
import type { getKhateebs, getKhateebsForSlot } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { milesBetween } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import { Failure } from '../http/failure.ts'
import { defaultPageSize, paginate, readCursor, writeCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { searchDirectory } from './directory-search.ts'
import { isFree, judgeKhateeb, rankOf } from './judge-khateeb-for-slot.ts'
import { selectKhateebFacts, selectKhateebListFields } from './khateeb-facts-for-slot.ts'
import { khateebSearch } from './masjid-and-khateeb-lists.ts'

type Output = OutputOf<typeof getKhateebsForSlot>

interface KhateebsContext extends Pick<SignedInContext, 'nextCursor'> {
  readonly caller: { readonly uid: string }
  readonly database: Pick<Database, 'readPrepared'>
}

/** The radius of the list in miles, as in the nearby lists on the home screens. */
const radius = 50

/**
 * The number of khateebs in a group. Free khateebs come first in a group. So for each page of results, the server must judge all khateebs
 * of the group, and this number limits that work.
 */
const groupSize = 200

/**
 * Returns a page of the khateebs for a slot of the calling masjid. The list consists of groups. Without `q`, the first group has the
 * khateebs whom the masjid has approved, at any distance, and the closest other khateebs within `radius`. Each further group has the next
 * closest khateebs within `radius`. With `q`, the groups have only khateebs who match it or resemble it. In each group, free khateebs come
 * first. Throws `not_found` if the slot was removed or is not the masjid’s.
 */
export async function khateebsForSlot(
  context: KhateebsContext,
  { slotId, q, limit = defaultPageSize, cursor }: InputOf<typeof getKhateebsForSlot>,
): Promise<Output> {
  const { caller, database } = context
  const { group, after } = readPosition(cursor)
  let nextGroup: string | undefined
  const setNextGroup = (it: string) => {
    nextGroup = it
    return undefined
  }
  const search = searchDirectory({ caller, database, nextCursor: setNextGroup }, khateebSearch, {
    near: 'me',
    limit: groupSize,
    ...(group !== '' && { cursor: group }),
    ...(q ? { q } : { radius }),
  })
  const [found, own] = await Promise.all([search, q ? [] : approvedKhateebs(database, caller.uid)])
  const ownUids = new Set(own.map(({ uid }) => uid))
  const others = found.filter(({ uid }) => !ownUids.has(uid))
  const candidates = group === '' ? [...own, ...others] : others
  const uids = candidates.map(({ uid }) => uid)
  const rows = await selectKhateebFacts(database, { masjidUid: caller.uid, slotId, uids })
  // Without candidates, or if all are blocked or not wanted, the statement returns one row without a uid. It returns no row only if it
  // finds no slot.
  if (rows.length === 0) throw new Failure('not_found')
  const facts = new Map(rows.map((it) => [it.uid, it]))
  const judged = candidates.flatMap(({ distance = 0, isSuggestion = false, ...khateeb }) => {
    const its = facts.get(khateeb.uid)
    // The khateeb is blocked or not wanted, or his account was deleted after the search.
    if (its === undefined) return []
    const verdict = judgeKhateeb(caller.uid, slotId, distance, its)
    // Sorts by rank, then by distance, because no distance is as large as 100,000 miles.
    const sortKey = rankOf(verdict, isSuggestion) * 100_000 + distance
    return [{ ...khateeb, distance, isSuggestion, ...verdict, sortKey }]
  })
  judged.sort((one, other) => compare(one, [other.sortKey, other.uid]))
  const rest = judged.filter((it) => compare(it, after) > 0)
  const page = paginate(context, rest, limit, (last) => [`${last.sortKey} ${group}`, last.uid])
  if (rest.length <= limit && nextGroup !== undefined)
    context.nextCursor(writeCursor([`${positionBeforeFirst[0]} ${nextGroup}`, positionBeforeFirst[1]]))
  const details = await selectKhateebListFields(database, {
    masjidUid: caller.uid,
    uids: page.map(({ uid }) => uid),
  })
  const detailsOf = new Map(details.map((it) => [it.uid, it]))
  return {
    count: judged.length,
    freeCount: judged.filter(isFree).length,
    areMore: nextGroup !== undefined,
    khateebs: page.flatMap(({ sortKey: _, latitude: __, longitude: ___, ...khateeb }) => {
      const its = detailsOf.get(khateeb.uid)
      return its === undefined ? [] : [{ ...khateeb, ...its }]
    }),
  }
}

/** The sort key and uid of a position before the first khateeb of a group. No sort key is negative. */
const positionBeforeFirst = [-1, '00000000-0000-0000-0000-000000000000'] as const

/**
 * Reads a cursor. `group` is the search cursor at which the group begins; it is empty for the first group. `after` is the sort key and uid
 * of the last listed khateeb.
 */
function readPosition(cursor: string | undefined) {
  const [key, uid] = readCursor(cursor, 'grouped') ?? [`${positionBeforeFirst[0]} `, positionBeforeFirst[1]]
  const [sortKey = '', group = ''] = String(key).split(' ')
  return { group, after: [Number(sortKey), uid] as const }
}

function compare(
  { sortKey, uid }: { readonly sortKey: number; readonly uid: string },
  [otherKey, otherUid]: readonly [sortKey: number, uid: string],
): number {
  return sortKey - otherKey || (uid < otherUid ? -1 : uid > otherUid ? 1 : 0)
}

interface ApprovedRow extends Omit<OutputOf<typeof getKhateebs>[number], 'distance' | 'isSuggestion'> {
  readonly hereLatitude: number
  readonly hereLongitude: number
}

/** Returns the khateebs whom a masjid has approved, with their distances. If there are more than `groupSize`, returns only the closest. */
async function approvedKhateebs(database: Pick<Database, 'readPrepared'>, masjidUid: string) {
  const rows = await selectApprovedKhateebs(database, { masjidUid })
  return rows.map(({ hereLatitude: latitude, hereLongitude: longitude, ...khateeb }) => ({
    ...khateeb,
    distance: milesBetween({ latitude, longitude }, khateeb),
    isSuggestion: false,
  }))
}

const selectApprovedKhateebs = preparedStatement(
  (_, param: PlaceholderOf<{ masjidUid: string }>) => sql<ApprovedRow>`
    select k.uid, k.first_name as "firstName", k.last_name as "lastName", k.city, k.state_code as "stateCode", k.verified,
      k.latitude, k.longitude, m.latitude as "hereLatitude", m.longitude as "hereLongitude"
    from khateeb_marks mark join khateebs k on k.uid = mark.khateeb_uid join masjids m on m.uid = mark.masjid_uid
    where mark.masjid_uid = ${param('masjidUid')} and mark.mark = 'approved' and not k.hidden
    order by k.position <-> m.position, k.uid limit ${sql.lit(groupSize)}
  `,
)
