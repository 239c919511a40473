import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../contract/client.ts'
import { usePages } from '../app/use-pages.ts'
import { QueryView } from '../members/query-view.tsx'
import { Drawing } from '../ui/drawing.tsx'
import nearby from '../ui/drawings/nearby.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { NearbySkeleton } from './nearby-skeleton.tsx'

interface Listed {
  readonly uid: string
}

interface NearbyResultsProps<Item extends Listed> {
  query: UseInfiniteQueryResult<InfiniteData<Page<readonly Item[]>>>
  /** Names the list. */
  label: string
  /** What is said of so many; `isAll` when there are no more. */
  counted: (count: number, isAll: boolean) => string
  /** What is said when it is on its way. */
  searching: string
  empty: string
  failed: string
  /** Whether something can be done with each, at its card's foot. */
  acts?: boolean
  /** The card of one. */
  children: (item: Item) => ReactNode
}

/** What a nearby screen has found, by pages. */
export function NearbyResults<Item extends Listed>(props: NearbyResultsProps<Item>) {
  const { query, label, counted, searching, empty, failed, acts = false, children } = props
  const { items, list, more } = usePages(query, failed)
  const count = items.length
  const isSearching = query.isPending || query.isPlaceholderData
  const skeleton = <NearbySkeleton acts={acts} />
  const status = count === 0 ? '' : counted(count, !query.hasNextPage)
  return (
    <>
      <output className="mb-3 block min-h-6 text-muted">
        {isSearching && query.fetchStatus === 'fetching' ? searching : status}
      </output>
      <QueryView query={query} failed={failed} skeleton={skeleton}>
        {() =>
          count === 0 ? (
            // What is there yet of a new search is what the one before has found.
            isSearching ? (
              skeleton
            ) : (
              <EmptyState drawing={<Drawing src={nearby} ratio="3/2" />} title={empty} headingLevel={2} />
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
