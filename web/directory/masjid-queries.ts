import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { call, callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'

/** A masjid as others see it. */
export type Masjid = OutputOf<typeof getMasjidDetails>
export type Khutbah = Masjid['khutbahs'][number]
export type Slot = Khutbah['times'][number]

/** Returns the query for a masjid with its upcoming khutbahs, at most eight per page. */
export function masjidQuery(masjidId: string) {
  return infiniteQueryOptions({
    ...pagedQuery(['masjid', masjidId], (page) =>
      callPage(getMasjidDetails, { masjidId, khutbahs: '8', ...page }),
    ),
    select: ({ pages, pageParams }) => ({
      masjid: pages[0]?.items,
      pages: pages.map(({ items, nextCursor }) => ({ items: items.khutbahs, nextCursor })),
      pageParams,
    }),
  })
}

/** Returns the query for a masjid with its khutbah on a date, YYYY-MM-DD. */
export function khutbahQuery(masjidId: string, date: string) {
  return queryOptions({
    queryKey: ['masjid', masjidId, date],
    queryFn: () => call(getMasjidDetails, { masjidId, date }),
  })
}

/** Whether a query failed because its masjid, khateeb or khutbah doesn't exist. Also true for an invalid id or date. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof CallFailed && (error.code === 'not_found' || error.code === 'invalid_input')
}

/** Whether a slot has no khateeb. The server then sends `None`, which can't be a name, because names have a space. */
export function isUnassigned({ khateeb }: Slot): boolean {
  return khateeb === 'None'
}

/** Whether a slot still needs a khateeb. */
export function isOpen(slot: Slot): boolean {
  return isUnassigned(slot) && !slot.begun
}

/** Whether the signed-in khateeb is confirmed for a slot that has moved, and can still confirm the new time. */
export function mustConfirmAgain({ standing, awaitsReconfirmation, begun }: Slot): boolean {
  return standing === 'confirmed' && awaitsReconfirmation && !begun
}
