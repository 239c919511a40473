import { useLocation, useNavigate } from 'react-router'

/**
 * A search parameter of the screen's address (empty if absent) and its setter. The setter replaces the history entry, so that Back
 * leads to the previous screen.
 */
export function useSearchParameter(name: string): [value: string, set: (value: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const set = (value: string) => {
    if (value === '') params.delete(name)
    else params.set(name, value)
    void navigate({ search: params.toString() }, { replace: true })
  }
  return [params.get(name) ?? '', set]
}
