import { useLocation } from 'react-router'

/** The token of a link in a letter. It stands behind the `#`, which browsers never send to a server or another site. */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  return new URLSearchParams(hash.slice(1)).get('token') ?? undefined
}
