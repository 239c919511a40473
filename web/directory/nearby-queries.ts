import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import { callPage } from '../app/api-call.ts'

const firstPage: string | null = null

/** Without a search whoever is within 30 miles of the caller; with one everybody whose name or city has it. */
function pageOf(q: string, cursor: string | null) {
  const sought = q === '' ? { radius: '30' } : { q }
  return { near: 'me', limit: '20', ...sought, ...(cursor !== null && { cursor }) }
}

/** Masjids around the caller, the closest first. */
export function nearbyMasjidsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['nearby-masjids', q],
    queryFn: ({ pageParam }) => callPage(getMasjids, pageOf(q, pageParam)),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Khateebs around the caller, the closest first. */
export function nearbyKhateebsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ['nearby-khateebs', q],
    queryFn: ({ pageParam }) => callPage(getKhateebs, pageOf(q, pageParam)),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}
