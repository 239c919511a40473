import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { call, callPage } from '../app/api-call.ts'

/** A masjid as others see it. */
export type Masjid = OutputOf<typeof getMasjidDetails>
export type Khutbah = Masjid['khutbahs'][number]
export type Slot = Khutbah['times'][number]

const firstPage: string | null = null

/** A masjid with its upcoming khutbahs, which come by pages of eight. */
export function masjidQuery(masjidId: string) {
  return infiniteQueryOptions({
    queryKey: ['masjid', masjidId],
    queryFn: ({ pageParam }) =>
      callPage(getMasjidDetails, {
        masjidId,
        khutbahs: '8',
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages, pageParams }) => ({
      masjid: pages[0]?.items,
      pages: pages.map(({ items, nextCursor }) => ({ items: items.khutbahs, nextCursor })),
      pageParams,
    }),
  })
}

/** A masjid with its khutbah of a date, YYYY-MM-DD. */
export function khutbahQuery(masjidId: string, date: string) {
  return queryOptions({
    queryKey: ['masjid', masjidId, date],
    queryFn: () => call(getMasjidDetails, { masjidId, date }),
  })
}

/** Whether the address names nothing that the server knows: no such thing, or not even a possible id or date. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof CallFailed && (error.code === 'not_found' || error.code === 'invalid_input')
}

/** Whether nobody is confirmed for a slot: the server then names its khateeb `None`, which no first and last name make. */
export function isUnassigned({ khateeb }: Slot): boolean {
  return khateeb === 'None'
}

/** Whether somebody may still come to speak at it. */
export function isOpen(slot: Slot): boolean {
  return isUnassigned(slot) && !slot.begun
}
