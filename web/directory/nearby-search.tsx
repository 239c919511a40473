import { t } from '@lingui/core/macro'
import { type ReactNode, type RefObject, useId } from 'react'
import { type PagedResult, usePages } from '../app/use-pages.ts'
import { QueryView } from '../members/query-view.tsx'
import { NearbyCardsSkeleton } from '../members/skeletons.tsx'
import { useIsChanging } from '../members/use-is-changing.ts'
import nearby from '../ui/drawings/nearby.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import type { DebouncedSearch } from './use-debounced-search.ts'

interface ListedItem {
  readonly uid: string
  readonly isSuggestion?: true | undefined
}

interface NearbySearchProps<Item extends ListedItem> {
  search: DebouncedSearch
  query: PagedResult<Item>
  /** Accessible name of the search field. */
  searchLabel: string
  /** Shown below the search field. */
  filters?: ReactNode
  /** Accessible name of the list. */
  label: string
  /** Returns the sentence with the number of results when all are shown. */
  allOf: (count: number) => string
  /** Returns the sentence with the number of results when there are more pages. */
  closestOf: (count: number) => string
  /** Announced while the results of a new search load. */
  searchingText: string
  empty: string
  /** The heading of the suggestions, which are below the results. */
  suggestionsTitle: string
  failed: string
  /** Whether the cards have actions. If so, the cards of the skeleton also have actions. */
  hasActions?: boolean
  /** Renders the card of one result. `isChanging` says that the results are about to change, or have just changed. */
  children: (item: Item, isChanging: boolean) => ReactNode
}

/** The search field for nearby masjids or khateebs, and the paged results. */
export function NearbySearch<Item extends ListedItem>(props: NearbySearchProps<Item>) {
  const { search, query, label, allOf, closestOf, searchingText, empty, failed, children } = props
  const { items, list, more } = usePages(query, failed)
  const suggestionsId = useId()
  const matches = items.filter((item) => !item.isSuggestion)
  const suggestions = items.filter((item) => item.isSuggestion)
  const count = matches.length
  const isSearching = query.isPending || query.isPlaceholderData
  const isChanging = useIsChanging(query.isPlaceholderData)
  const skeleton = <NearbyCardsSkeleton hasActions={props.hasActions} />
  const countText = query.hasNextPage ? closestOf : allOf
  const status = count === 0 ? '' : countText(count)
  return (
    <>
      <div className="mb-4">
        <SearchField
          label={props.searchLabel}
          placeholder={t`Name, city, state or ZIP`}
          value={search.typed}
          onChange={search.setTyped}
        />
        {props.filters}
      </div>
      <output className="mb-3 block min-h-6 text-muted">
        {isSearching && query.fetchStatus === 'fetching' ? searchingText : status}
      </output>
      <QueryView query={query} failed={failed} skeleton={skeleton}>
        {() => (
          <>
            {count === 0 &&
              // During a new search, `items` still has the empty result of the previous search, so show the skeleton.
              (isSearching ? skeleton : <EmptyState drawing={nearby} title={empty} headingLevel={2} />)}
            {count > 0 && (
              <Cards list={list} label={label} items={matches} isStale={query.isPlaceholderData}>
                {(item) => children(item, isChanging)}
              </Cards>
            )}
            {more && <ShowMore {...more} list={label} />}
            {suggestions.length > 0 && !(count === 0 && isSearching) && (
              <section aria-labelledby={suggestionsId} className="mt-6 grid gap-3">
                <h2 id={suggestionsId} className="text-lg font-semibold">
                  {props.suggestionsTitle}
                </h2>
                <Cards label={props.suggestionsTitle} items={suggestions} isStale={query.isPlaceholderData}>
                  {(item) => children(item, isChanging)}
                </Cards>
              </section>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}

interface CardsProps<Item extends ListedItem> {
  list?: RefObject<HTMLUListElement | null>
  label: string
  items: readonly Item[]
  /** Whether the items are those of the previous search. */
  isStale: boolean
  children: (item: Item) => ReactNode
}

function Cards<Item extends ListedItem>({ list, label, items, isStale, children }: CardsProps<Item>) {
  return (
    <ul ref={list} aria-label={label} aria-busy={isStale} className="grid gap-4 sm:grid-cols-2">
      {items.map((item) => (
        <li key={item.uid} className="grid">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
