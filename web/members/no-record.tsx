import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { LinkButton } from '../app/link-button.tsx'
import { landings } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { showFailure } from '../ui/toasts.tsx'

/** Whether a query failed because the user has no record of that role: members of either role can open the screen's address. */
export function hasNoRecord(error: Error | null): boolean {
  return error instanceof CallFailed && (error.code === 'wrong_role' || error.code === 'not_found')
}

/** Shown in place of the other role's dashboard, with a link to the user's own. */
export function NoRecord({ text }: { text: string }) {
  const { role } = useSession()
  useEffect(() => showFailure(text), [text])
  return (
    <EmptyState
      headingLevel={1}
      drawing={lost}
      title={text}
      text={
        role === 'masjid'
          ? t`This screen is for khateebs. You are signed in as a masjid.`
          : t`This screen is for masjids. You are signed in as a khateeb.`
      }
      action={<LinkButton to={landings[role]}>{t`Go to my dashboard`}</LinkButton>}
    />
  )
}
