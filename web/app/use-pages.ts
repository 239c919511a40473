import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { Page } from '../../contract/client.ts'
import { useFocusFirstNewItem } from '../ui/focus-first-new-item.ts'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { showFailure } from '../ui/toasts.tsx'

export interface Pages<Item> {
  /** The items of all loaded pages. */
  readonly items: readonly Item[]
  /** Ref for the list element. */
  readonly list: RefObject<HTMLUListElement | null>
  /** Props of the Show more button; undefined on the last page. */
  readonly more: ShowMoreProps | undefined
}

/** A paginated list. `failed` is the error to show when the next page can't be loaded. */
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
