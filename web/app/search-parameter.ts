import { startTransition, useOptimistic } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns a search parameter of the screen's address (empty if absent) and its setter. The setter replaces the history entry, so that
 * Back leads to the previous screen.
 *
 * The new value is returned at once, before the navigation ends. Otherwise, until the navigation ends, React would reset the checkbox or
 * field that the user has changed.
 */
export function useSearchParameter(name: string): [value: string, set: (value: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const [value, setValue] = useOptimistic(params.get(name) ?? '')
  const set = (next: string) => {
    if (next === '') params.delete(name)
    else params.set(name, next)
    startTransition(async () => {
      setValue(next)
      await navigate({ search: params.toString() }, { replace: true })
    })
  }
  return [value, set]
}
