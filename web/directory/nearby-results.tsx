import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../contract/client.ts'
import { usePages } from '../app/use-pages.ts'
import { QueryView } from '../members/query-view.tsx'
import nearby from '../ui/drawings/nearby.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { NearbySkeleton } from './nearby-skeleton.tsx'

interface Listed {
  readonly uid: string
}

interface NearbyResultsProps<Item extends Listed> {
  query: UseInfiniteQueryResult<InfiniteData<Page<readonly Item[]>>>
  /** Accessible name of the list. */
  label: string
  /** The result count in words; `isAll` if there are no more pages. */
  countText: (count: number, isAll: boolean) => string
  /** Announced while the first results load. */
  searchingText: string
  empty: string
  failed: string
  /** Whether the cards have actions, for the placeholder. */
  hasActions?: boolean
  /** Renders the card of one result. */
  children: (item: Item) => ReactNode
}

/** The paged results of a nearby screen. */
export function NearbyResults<Item extends Listed>(props: NearbyResultsProps<Item>) {
  const { query, label, countText, searchingText, empty, failed, hasActions = false, children } = props
  const { items, list, more } = usePages(query, failed)
  const count = items.length
  const isSearching = query.isPending || query.isPlaceholderData
  const skeleton = <NearbySkeleton hasActions={hasActions} />
  const status = count === 0 ? '' : countText(count, !query.hasNextPage)
  return (
    <>
      <output className="mb-3 block min-h-6 text-muted">
        {isSearching && query.fetchStatus === 'fetching' ? searchingText : status}
      </output>
      <QueryView query={query} failed={failed} skeleton={skeleton}>
        {() =>
          count === 0 ? (
            // During a new search, the empty result is still that of the previous one.
            isSearching ? (
              skeleton
            ) : (
              <EmptyState drawing={nearby} title={empty} headingLevel={2} />
            )
          ) : (
            <>
              <ul
                ref={list}
                aria-label={label}
                aria-busy={query.isPlaceholderData}
                className="grid gap-4 sm:grid-cols-2"
              >
                {items.map((item) => (
                  <li key={item.uid} className="grid">
                    {children(item)}
                  </li>
                ))}
              </ul>
              {more && <ShowMore {...more} />}
            </>
          )
        }
      </QueryView>
    </>
  )
}
