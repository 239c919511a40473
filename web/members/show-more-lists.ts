import { type FetchQueryOptions, type QueryKey, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../app/caller.ts'
import { reasonOf } from '../app/failure-sentences.ts'
import { showFailure } from '../ui/toasts.tsx'

const step = 20

/** How many are shown of each list of a screen. */
type Lengths<List extends string> = Readonly<Record<List, number>>

interface Growing<List extends string> {
  readonly lengths: Lengths<List>
  /** What a list's Show more does. */
  readonly more: (list: List) => { readonly busy: boolean; readonly onMore: () => void }
}

/**
 * Lists that grow at a press. They are asked for anew as a whole, not page after page: what an action has changed then
 * shows in all of it, and nothing stands there twice.
 * @param first how many of each at first
 * @param queryOf the query for so many
 * @param failed what is said when there are no more to be had
 */
export function useShowMoreLists<List extends string, Data, Key extends QueryKey>(
  first: Lengths<List>,
  queryOf: (asked: Lengths<List>) => FetchQueryOptions<Data, Error, Data, Key>,
  failed: string,
): Growing<List> {
  const [asked, setAsked] = useState(first)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (list: List) => {
      const next = { ...asked, [list]: asked[list] + step }
      await queryClient().fetchQuery(queryOf(next))
      setAsked(next)
    },
    onError: (error) => showFailure(failed, { reason: reasonOf(error) }),
  })
  return {
    asked,
    more: (list) => ({ busy: isPending && variables === list, onMore: () => mutate(list) }),
  }
}
