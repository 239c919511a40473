import { t } from '@lingui/core/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { UnusableLink } from './link-result.tsx'

interface RequireLinkTokenProps {
  /** The screen's. */
  title: string
  /** What to do about a link without its end. */
  otherwise: string
  /** The screen, for the token of the link. */
  children: (token: string) => ReactNode
}

/**
 * A screen that a link in a letter leads to. It is drawn before anybody can know whether the link is whole, and shown
 * before the script has come where `pre-hydration.ts` found a token.
 */
export function RequireLinkToken({ title, otherwise, children }: RequireLinkTokenProps) {
  const isDrawing = useSyncExternalStore(neverChanges, isFalse, isTrue)
  const token = useLinkToken()
  if (token === undefined && !isDrawing) {
    return (
      <UnusableLink title={title} reason={t`The link is incomplete.`}>
        {otherwise}
      </UnusableLink>
    )
  }
  return <div data-shown-with={isDrawing ? 'token' : undefined}>{children(token ?? '')}</div>
}

const neverChanges = () => () => undefined
const isFalse = () => false
const isTrue = () => true

/** A token as the server makes them (`linkToken` in the contract); a program for letters may have broken the link in two. */
const whole = /^[\w-]{43}$/u

/**
 * The token of a link in a letter, where all of it is there. It stands behind the `#`, which browsers never send to a
 * server or another site.
 */
function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return whole.test(token) ? token : undefined
}
