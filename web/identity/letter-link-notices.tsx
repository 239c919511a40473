import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { paths } from '../../contract/screen-paths.ts'
import { LinkButton } from '../app/link-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface LinkResultProps extends Pick<ComponentProps<typeof Notice>, 'tone' | 'action' | 'children'> {
  title: string
  /** The notice's title. */
  result: string
}

/** Replaces the screen of a letter's link after its action. Shows the result and a button for the next step. */
export function LinkResult({ title, result, ...notice }: LinkResultProps) {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} />
      <Notice announced title={result} {...notice} />
    </div>
  )
}

interface UnusableLinkScreenProps {
  title: string
  /** Says why the link can't be used. */
  reason: string
  /** Says what the user can do. */
  children: string
}

/** Replaces the screen of a letter's link that can't be used. */
export function UnusableLinkScreen({ title, reason, children }: UnusableLinkScreenProps) {
  return (
    <LinkResult
      title={title}
      result={reason}
      tone="warning"
      action={<LinkButton to={paths.login} variant="secondary">{t`Back to login`}</LinkButton>}
    >
      {children}
    </LinkResult>
  )
}

/** Whether a call failed because its link was already used or has expired. */
export function isLinkSpent(error: unknown): boolean {
  return error instanceof CallFailed && error.code === 'link_spent'
}

/** Replaces the screen of a letter's link that was already used or has expired. */
export function SpentLinkScreen(notice: Omit<UnusableLinkScreenProps, 'reason'>) {
  return <UnusableLinkScreen reason={t`This link was already used or is too old.`} {...notice} />
}
