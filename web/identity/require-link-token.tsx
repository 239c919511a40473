import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useIsHydrating } from '../app/use-is-hydrating.ts'
import { UnusableLinkScreen } from './letter-link-notices.tsx'

interface RequireLinkTokenProps {
  title: string
  /** Says what to do if the link is incomplete. */
  ifIncomplete: string
  /** Renders the screen with the link's token. */
  children: (token: string) => ReactNode
}

/**
 * Renders the screen of a letter's link, or a notice if the link's token is incomplete. The build doesn't know whether the address has a
 * token, so the prerendered document contains the screen, and CSS hides the screen unless `pre-hydration.ts` has found a token.
 */
export function RequireLinkToken({ title, ifIncomplete, children }: RequireLinkTokenProps) {
  const isHydrating = useIsHydrating()
  const token = useLinkToken()
  if (token === undefined && !isHydrating) {
    return (
      <UnusableLinkScreen title={title} reason={t`The link is incomplete.`}>
        {ifIncomplete}
      </UnusableLinkScreen>
    )
  }
  return <div data-shown-with={isHydrating ? 'token' : undefined}>{children(token ?? '')}</div>
}

/** Matches a complete token, in the format of the contract's `linkToken`. A token is incomplete if a mail program broke the link. */
const tokenPattern = /^[\w-]{43}$/u

/**
 * Returns the token of a letter's link; undefined if the token is incomplete. The token is in the URL's fragment, because browsers never
 * send the fragment to a server or another site.
 */
function useLinkToken(): string | undefined {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  return tokenPattern.test(token) ? token : undefined
}
