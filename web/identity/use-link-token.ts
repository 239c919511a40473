import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The token of a link in a letter. It stands behind the `#`, which browsers never send to a server or another site;
 * the skip link puts its own name there, so the token is remembered.
 */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  const found = new URLSearchParams(hash.slice(1)).get('token') ?? undefined
  const [token, setToken] = useState(found)
  if (found !== undefined && found !== token) setToken(found)
  return found ?? token
}
