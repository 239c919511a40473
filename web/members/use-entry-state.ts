import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '../app/document-context.ts'

/**
 * Like `useState`, but Back restores the value after the user has looked at another screen. The value belongs to the history entry. It is
 * in the query cache, so that it is cleared with the session, and dropped ten minutes after the user has left the screen.
 * @param name identifies the value among all values of the same history entry
 */
export function useEntryState<Value>(
  name: string,
  initial: () => Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const { key } = useLocation()
  const [value, setValue] = useState(
    () => queryClient().getQueryData<Value>(['entry-state', key, name]) ?? initial(),
  )
  useEffect(() => {
    queryClient().setQueryData(['entry-state', key, name], value)
  }, [key, name, value])
  return [value, setValue]
}
