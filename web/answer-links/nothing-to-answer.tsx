import { t } from '@lingui/core/macro'
import type { Path } from '../../contract/screen-paths.ts'
import { lingui } from '../app/i18n.ts'
import { LinkButton } from '../app/link-button.tsx'
import { LinkResult } from '../identity/letter-link-notices.tsx'
import { messages } from '../words/answer.en.po'

lingui.load('en', messages)

interface NothingToAnswerProps {
  title: string
  /** Why, if known. */
  reason?: string | undefined
  /** Where the reader sees how things stand. */
  signInTo: Path
}

/** Replaces a letter's question that has no answer any more. */
export function NothingToAnswer({ title, reason, signInTo }: NothingToAnswerProps) {
  return (
    <LinkResult
      title={title}
      result={reason ?? t`There is nothing to answer here any more.`}
      tone="info"
      action={
        <LinkButton to={signInTo} variant="secondary">
          {t`Sign in`}
        </LinkButton>
      }
    >
      {reason === undefined
        ? t`The question was answered or has ended, or you can’t answer it any more, for example because you left the masjid. Sign in to see how things stand.`
        : t`So there is nothing to answer here any more. Sign in to see how things stand.`}
    </LinkResult>
  )
}
