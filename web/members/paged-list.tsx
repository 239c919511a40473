import { Fragment, type ReactNode } from 'react'
import { type PagedResult, usePages } from '../app/use-pages.ts'
import { Card } from '../ui/card.tsx'
import { List } from '../ui/list.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { QueryView } from './query-view.tsx'
import { RowsSkeleton } from './skeletons.tsx'
import { useIsChanging } from './use-is-changing.ts'

interface PagedListProps<Item> {
  query: PagedResult<Item>
  /** The error to show when loading fails. */
  failed: string
  /** How many rows the placeholder has. */
  skeletonRows: number
  /** Shown in place of a list without items. */
  empty?: ReactNode
  /** Accessible name. */
  label: string
  /** Shows the list in a card. An error is shown without a card. */
  inCard?: boolean
  /**
   * Renders an item as a `Row` with a key. `isChanging` says that the list is about to change, or has just changed: see `useIsChanging`.
   */
  children: (item: Item, index: number, isChanging: boolean) => ReactNode
}

/** A list that loads its pages on demand, with its placeholder and its error. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, failed, skeletonRows, empty, label, inCard = false, children } = props
  const { items, list, more } = usePages(query, failed)
  const isChanging = useIsChanging(query.isPlaceholderData)
  const Frame = inCard ? Card : Fragment
  const skeleton = (
    <Frame>
      <RowsSkeleton rows={skeletonRows} />
    </Frame>
  )
  return (
    <QueryView query={query} failed={failed} skeleton={skeleton}>
      {() => (
        <>
          <Frame>
            {items.length === 0 ? (
              empty
            ) : (
              <List ref={list} label={label}>
                {items.map((item, index) => children(item, index, isChanging))}
              </List>
            )}
          </Frame>
          {more && <ShowMore {...more} list={label} />}
        </>
      )}
    </QueryView>
  )
}
