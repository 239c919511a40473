import { t } from '@lingui/core/macro'
import type { Path } from '../../contract/screen-paths.ts'
import { lingui } from '../app/i18n.ts'
import { LinkButton } from '../app/link-button.tsx'
import { LinkResult } from '../identity/letter-link-notices.tsx'
import { messages } from '../words/answer.en.po'

lingui.load('en', messages)

interface NothingToAnswerProps {
  title: string
  /** Why the question can no longer be answered, if known. */
  reason?: string | undefined
  /** The screen to open after signing in. */
  signInTo: Path
}

/** Replaces the screen of an answer link whose question can no longer be answered. */
export function NothingToAnswer({ title, reason, signInTo }: NothingToAnswerProps) {
  return (
    <LinkResult
      title={title}
      result={reason ?? t`There is nothing to answer here any more.`}
      tone="info"
      action={
        // Loads a new document, because the cached session of a signed-in reader may be for another party.
        <LinkButton reloadDocument to={signInTo} variant="secondary">
          {t`Sign in`}
        </LinkButton>
      }
    >
      {reason === undefined
        ? t`This question was already answered or is out of date, or you can’t answer it, for example because you left the masjid. Sign in to see the latest.`
        : t`So there is nothing to answer here any more. Sign in to see the latest.`}
    </LinkResult>
  )
}
