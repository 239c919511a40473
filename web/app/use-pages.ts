import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { Page } from '../../contract/client.ts'
import { useFocusFirstNewItem } from '../ui/focus-first-new-item.ts'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { showFailure } from '../ui/toasts.tsx'

/** The items of a list that comes by pages. */
export interface Pages<Item> {
  /** Of all pages that are there. */
  readonly items: readonly Item[]
  /** For the list that shows them. */
  readonly list: RefObject<HTMLUListElement | null>
  /** What Show more does; undefined where there is no more. */
  readonly more: ShowMoreProps | undefined
}

/** A list that comes by pages. `failed` is what is said when the next one can't be had. */
export function usePages<Item>(
  query: UseInfiniteQueryResult<InfiniteData<Page<readonly Item[]>>>,
  failed: string,
): Pages<Item> {
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const list = useRef<HTMLUListElement>(null)
  const focus = useFocusFirstNewItem(list, items.length)
  const showMore = async () => {
    focus.expect()
    const { isFetchNextPageError } = await query.fetchNextPage()
    if (!isFetchNextPageError) return
    focus.giveUp()
    showFailure(failed)
  }
  const more = { busy: query.isFetchingNextPage, onMore: () => void showMore() }
  return { items, list, more: query.hasNextPage ? more : undefined }
}
