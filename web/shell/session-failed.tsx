import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import { MainContent, mainId } from '../app/main-content.tsx'
import { paths } from '../app/paths.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { useTitle } from '../app/title.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

/** In place of a protected screen, where it can't be found out who is signed in. It stays at its address, to be tried again. */
export function SessionFailed() {
  const error = useRouteError()
  // Anything else that breaks a screen isn't mended by asking again.
  if (!(error instanceof CallFailed)) throw error
  return <Unanswered error={error} />
}

function Unanswered({ error }: { error: CallFailed }) {
  const { state, revalidate } = useRevalidator()
  const failed = t`Error fetching user data. Please try again later.`
  useTitle(t`This screen didn’t open`)
  useEffect(() => showFailure(failed, { reason: sentenceOf(error) }), [error, failed])
  // The button goes with the screen it stood on, and the next one takes the focus.
  useEffect(() => () => document.getElementById(mainId)?.focus({ preventScroll: true }), [])
  return (
    <>
      <header className="mx-auto flex h-bar w-full max-w-page items-center px-gutter">
        <Link
          to={paths.home}
          className="flex min-h-control items-center rounded-control"
          aria-label={t`Minbar, home`}
        >
          <Wordmark />
        </Link>
      </header>
      <MainContent>
        <PageHeader title={t`This screen didn’t open`} />
        <Notice
          tone="danger"
          title={failed}
          action={
            <Button variant="secondary" busy={state === 'loading'} onClick={() => void revalidate()}>
              {t`Try again`}
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      </MainPart>
    </>
  )
}
