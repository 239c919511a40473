import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { Page } from '../../contract/client.ts'

const firstPage: string | null = null

/** The query of a paged list. `fetchPage` gets the page's cursor, which the first page lacks. */
export function pagedQuery<Answer>(
  queryKey: QueryKey,
  fetchPage: (page: { readonly cursor?: string }) => Promise<Page<Answer>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
}
