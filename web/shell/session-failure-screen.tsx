import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import { failureMessage } from '../app/failure-message.ts'
import { MainContent, mainId } from '../app/main-content.tsx'
import { useTitle } from '../app/title.ts'
import { FailureNotice } from '../members/query-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { HomeLink } from './public-bar.tsx'

/** Replaces a screen for members when the session can't be loaded. The address stays the same, and a button retries the call. */
export function SessionFailureScreen() {
  const error = useRouteError()
  // A retry can't fix other errors, so the next error boundary handles them.
  if (!(error instanceof CallFailed)) throw error
  return <RetryScreen error={error} />
}

function RetryScreen({ error }: { error: CallFailed }) {
  const { state, revalidate } = useRevalidator()
  const failed = t`Error fetching user data. Please try again later.`
  useTitle(t`This screen didn’t open`)
  useEffect(() => showFailure(failed, { reason: failureMessage(error) }), [error, failed])
  // After a successful retry the button is gone, so focus the main landmark of the new screen.
  useEffect(() => () => document.getElementById(mainId)?.focus({ preventScroll: true }), [])
  return (
    <>
      <header className="mx-auto flex h-bar w-full max-w-page items-center px-gutter">
        <HomeLink />
      </header>
      <MainContent>
        <PageHeader title={t`This screen didn’t open`} />
        <FailureNotice
          title={failed}
          error={error}
          busy={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      </MainContent>
    </>
  )
}
