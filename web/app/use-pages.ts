import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Page } from '../../contract/client.ts'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { showFailure } from '../ui/toasts.tsx'

/** The result of `useInfiniteQuery` for a paged list. */
export type PagedResult<Item> = UseInfiniteQueryResult<InfiniteData<Page<readonly Item[]>>>

export interface Pages<Item> {
  /** The items of all loaded pages. */
  readonly items: readonly Item[]
  /** Ref for the list element. */
  readonly list: RefObject<HTMLUListElement | null>
  /** Props of the Show More button; undefined on the last page. */
  readonly more: ShowMoreProps | undefined
}

/**
 * Returns the items of a paged list, and the props of its Show More button. When Show More has loaded a page, focuses the first new item,
 * because the button, which had the focus, may be gone. Doesn't take the focus away from a field in which the user has begun to type, for
 * example the search field. `failed` is the error to show when the page can't be loaded.
 */
export function usePages<Item>(query: PagedResult<Item>, failed: string): Pages<Item> {
  const pages = query.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  const pageCount = pages.length
  const lastPageStart = items.length - (pages.at(-1)?.items.length ?? 0)
  const list = useRef<HTMLUListElement>(null)
  /** The number of pages when Show More was pressed. */
  const countBefore = useRef<number>(undefined)
  useEffect(() => {
    if (countBefore.current === undefined || pageCount <= countBefore.current) return
    if (!(document.activeElement instanceof HTMLInputElement))
      focusItem(list.current?.children[lastPageStart])
    countBefore.current = undefined
  }, [pageCount, lastPageStart])
  const showMore = async () => {
    countBefore.current = pageCount
    if (await loadNextPage(query, pageCount)) return
    countBefore.current = undefined
    showFailure(failed)
  }
  const more = { busy: query.isFetchingNextPage, onMore: () => void showMore() }
  return { items, list, more: query.hasNextPage ? more : undefined }
}

/**
 * Loads the page after the first `pageCount` pages of a list. Returns false if this failed. A refresh of the screen cancels the call for
 * the page, so this function makes the call again after the refresh, until the list has the page. It does not cancel a running refresh,
 * because the page would then be added to old pages.
 */
async function loadNextPage<Item>(
  { fetchNextPage }: Pick<PagedResult<Item>, 'fetchNextPage'>,
  pageCount: number,
): Promise<boolean> {
  const { isError, hasNextPage, isPlaceholderData, data } = await fetchNextPage({ cancelRefetch: false })
  // While another search loads, `data` is a placeholder: the pages of the previous search.
  const isMissing = hasNextPage && !isPlaceholderData && data?.pages.length === pageCount
  return !isError && (!isMissing || loadNextPage({ fetchNextPage }, pageCount))
}

/** Focuses the link in the item's heading, or the item itself if it has none. */
function focusItem(item: Element | undefined): void {
  const link = item?.querySelector<HTMLElement>('h2 a, h3 a')
  if (link) return link.focus()
  if (!(item instanceof HTMLElement)) return undefined
  item.tabIndex = -1
  return item.focus()
}
