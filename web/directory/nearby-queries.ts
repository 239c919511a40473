import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import { callPage } from '../app/api-call.ts'

const firstPage: string | null = null

/** Without a search term, accounts within 30 miles of the caller; with one, all whose name or city contains it. */
function pageParams(q: string, cursor: string | null) {
  const filter = q === '' ? { radius: '30' } : { q }
  return { near: 'me', limit: '20', ...filter, ...(cursor !== null && { cursor }) }
}

/** Masjids, closest first. */
export function nearbyMasjidsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['nearby-masjids', q],
    queryFn: ({ pageParam }) => callPage(getMasjids, pageParams(q, pageParam)),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Khateebs, closest first. */
export function nearbyKhateebsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['nearby-khateebs', q],
    queryFn: ({ pageParam }) => callPage(getKhateebs, pageParams(q, pageParam)),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}
