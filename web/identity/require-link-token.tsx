import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useIsHydrating } from '../app/use-is-hydrating.ts'
import { UnusableLink } from './letter-link-notices.tsx'

interface RequireLinkTokenProps {
  title: string
  /** What to do if the link is incomplete. */
  ifIncomplete: string
  /** Renders the screen with the link's token. */
  children: (token: string) => ReactNode
}

/**
 * Renders the screen of a letter's link, or a notice if the link's token is incomplete. A prerendered document can't know
 * the token: it holds the screen, which CSS shows only if `pre-hydration.ts` found a token.
 */
export function RequireLinkToken({ title, ifIncomplete, children }: RequireLinkTokenProps) {
  const isHydrating = useIsHydrating()
  const token = useLinkToken()
  if (token === undefined && !isHydrating) {
    return (
      <UnusableLink title={title} reason={t`The link is incomplete.`}>
        {ifIncomplete}
      </UnusableLink>
    )
  }
  return <div data-shown-with={isHydrating ? 'token' : undefined}>{children(token ?? '')}</div>
}

/** A complete token, in the form of the contract's `linkToken`. A mail program may have broken the link in two. */
const tokenPattern = /^[\w-]{43}$/u

/**
 * The token of a letter's link; undefined if it is incomplete. The token is in the URL's fragment, which browsers never
 * send to a server or another site.
 */
function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return tokenPattern.test(token) ? token : undefined
}
