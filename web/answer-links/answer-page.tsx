import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { lookUpAnswerLink } from '../../contract/answer-links.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { useTitle } from '../app/title.ts'
import { isLinkSpent } from '../identity/letter-link-notices.tsx'
import { FailedLinkScreen, LoadingLinkScreen, linkQueryOptions } from '../identity/link-query.tsx'
import { RequireLinkToken } from '../identity/require-link-token.tsx'
import { messages } from '../words/answer.en.po'
import { NothingToAnswer } from './nothing-to-answer.tsx'

lingui.load('en', messages)

const loadQuestion = async () => ({ default: (await import('./question.tsx')).Question })
const Question = lazy(loadQuestion)

/**
 * The screen of an answer link. Needs no session and starts none. Opening the screen only looks up the question; pressing a button
 * answers it.
 */
export function Component() {
  usePreload(loadQuestion)
  const title = t`Your answer`
  useTitle(title)
  return (
    <RequireLinkToken title={title} ifIncomplete={t`Please open it again from the email.`}>
      {(token) => <LookedUpQuestion key={token} title={title} token={token} />}
    </RequireLinkToken>
  )
}

function LookedUpQuestion({ title, token }: { title: string; token: string }) {
  const query = useQuery({
    queryKey: ['answer-link', token],
    queryFn: () => call(lookUpAnswerLink, { token }),
    ...linkQueryOptions(token),
  })
  const isSpent = isLinkSpent(query.error)
  if (query.data !== undefined) {
    return (
      <Suspense fallback={<LoadingLinkScreen title={title} text={t`Loading…`} />}>
        <Question
          title={title}
          token={token}
          link={query.data}
          isSpent={isSpent}
          isReloading={query.isFetching}
          reload={() => void query.refetch()}
        />
      </Suspense>
    )
  }
  if (isSpent) return <NothingToAnswer title={title} signInTo={paths.login} />
  if (query.error === null) return <LoadingLinkScreen title={title} text={t`Loading…`} />
  return <FailedLinkScreen title={title} query={query} tryAgain={t`Try again`} />
}
