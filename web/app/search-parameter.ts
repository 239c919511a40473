import { useLocation, useNavigate } from 'react-router'

/**
 * A parameter of the screen's address (empty where it has none), and what writes it there. The written address takes the
 * place of the one before, so that the way back leads to another screen.
 */
export function useSearchParameter(name: string): [value: string, write: (value: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const write = (value: string) => {
    if (value === '') params.delete(name)
    else params.set(name, value)
    void navigate({ search: params.toString() }, { replace: true })
  }
  return [params.get(name) ?? '', write]
}
