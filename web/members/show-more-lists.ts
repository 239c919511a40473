import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryClient } from '../app/document-context.ts'
import { useAction } from '../app/use-action.ts'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { useEntryState } from './use-entry-state.ts'

const pageSize = 20

/** How many items to load for each list of a screen. */
type Lengths<List extends string> = Readonly<Record<List, number>>

/** Returns the greater of the two lengths of each list. */
function longest<List extends string>(a: Lengths<List>, b: Lengths<List>): Lengths<List> {
  const lengths: Record<List, number> = { ...a }
  for (const list in b) lengths[list] = Math.max(a[list], b[list])
  return lengths
}

/**
 * Loads lists that can show more items. Each press on Show More refetches all lists, with a greater length for the list of the button. So
 * the lists show the effects of actions, and repeat no item. Back restores the lengths.
 * @param first the lengths without a press. While greater lengths load, the lists show the items that they have.
 * @param queryOf returns the query for lists of these lengths
 * @param failed the error to show when loading more fails
 */
export function useShowMoreLists<List extends string, Data, Key extends QueryKey>(
  first: Lengths<List>,
  queryOf: (lengths: Lengths<List>) => UseQueryOptions<Data, Error, Data, Key>,
  failed: string,
) {
  const [lengths, setLengths] = useEntryState(Object.keys(first).join(), () => first)
  const shown = useRef(lengths)
  const showMore = async (list: List): Promise<void> => {
    const before = shown.current
    const next = { ...before, [list]: longest(before, first)[list] + pageSize }
    const shownState = () => queryClient().getQueryState(queryOf(longest(before, first)).queryKey)
    const stateBefore = shownState()
    await queryClient().fetchQuery({ ...queryOf(longest(next, first)), staleTime: 0 })
    // If another list has grown in the meantime, this response has the old length of that list. If the screen was refreshed, this response
    // may be older than the screen.
    if (shown.current !== before || shownState() !== stateBefore) return showMore(list)
    shown.current = next
    return setLengths(next)
  }
  const { mutate, isPending, variables } = useAction({
    run: showMore,
    failed: () => failed,
    skipsRefresh: true,
  })
  return {
    query: useQuery({ ...queryOf(longest(lengths, first)), placeholderData: keepPreviousData }),
    /** Props of a list's Show More button. */
    more: (list: List): ShowMoreProps => ({
      busy: isPending && variables === list,
      onMore: () => mutate(list),
    }),
  }
}
