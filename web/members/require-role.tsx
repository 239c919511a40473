import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect } from 'react'
import type { Role } from '../../contract/endpoint.ts'
import { landings } from '../../contract/screen-paths.ts'
import { LinkButton } from '../app/link-button.tsx'
import { useSession } from '../app/session.ts'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { showFailure } from '../ui/toasts.tsx'

/** A screen for one role. Members of the other role can open its address, and see that it isn't for them. */
export function RequireRole({ who, children }: { who: Role; children: ReactNode }) {
  return useSession().role === who ? children : <NoRecord of={who} />
}

/** Shown in place of a screen for `of`, with a link to the user's own dashboard. A toast says that there is no record. */
function NoRecord({ of }: { of: Role }) {
  const { role } = useSession()
  const text = of === 'masjid' ? t`No masjid data found.` : t`No user data found.`
  useEffect(() => showFailure(text), [text])
  return (
    <EmptyState
      headingLevel={1}
      drawing={lost}
      title={of === 'masjid' ? t`This screen is for masjids` : t`This screen is for khateebs`}
      text={role === 'masjid' ? t`You are signed in as a masjid.` : t`You are signed in as a khateeb.`}
      action={<LinkButton to={landings[role]}>{t`Go to My Dashboard`}</LinkButton>}
    />
  )
}
