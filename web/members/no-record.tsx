import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { LinkButton } from '../app/link-button.tsx'
import { landings } from '../app/paths.ts'
import { useSession } from '../app/session.ts'
import { Drawing } from '../ui/drawing.tsx'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { showFailure } from '../ui/toasts.tsx'

/** Whether the caller has no record of the kind that a screen shows: anybody signed in may open it, whatever the role. */
export function hasNoRecord(error: Error | null): boolean {
  return error instanceof CallFailed && (error.code === 'wrong_role' || error.code === 'not_found')
}

/** In place of a home screen of the other role: says so, and leads to one's own. */
export function NoRecord({ text }: { text: string }) {
  const { role } = useSession()
  useEffect(() => showFailure(text), [text])
  return (
    <EmptyState
      headingLevel={1}
      drawing={<Drawing src={lost} ratio="3/2" />}
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
