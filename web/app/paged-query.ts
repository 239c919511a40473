import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { Page } from '../../contract/client.ts'

const firstPageCursor: string | null = null

/** Returns the query of a paged list. `fetchPage` receives the cursor of the page to fetch, or `first` for the first page. */
export function pagedQuery<Output>(
  queryKey: QueryKey,
  fetchPage: (page: { readonly cursor?: string; readonly limit?: string }) => Promise<Page<Output>>,
  first: { readonly limit?: string } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam === null ? first : { cursor: pageParam }),
    initialPageParam: firstPageCursor,
    getNextPageParam: (page) => page.nextCursor,
  })
}
