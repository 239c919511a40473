import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface LinkResultProps extends Pick<ComponentProps<typeof Notice>, 'tone' | 'action' | 'children'> {
  /** The screen's. */
  title: string
  /** What the notice says first. */
  says: string
}

/** In place of a screen that a letter's link leads to: what came of the link, and the way on. */
export function LinkResult({ title, says, ...notice }: LinkResultProps) {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} />
      <Notice announced title={says} {...notice} />
    </div>
  )
}

interface UnusableLinkProps {
  /** The screen's. */
  title: string
  /** What is wrong with the link. */
  reason: string
  /** What to do about it. */
  children: string
}

/** The same where the link is no good. */
export function UnusableLink({ title, reason, children }: UnusableLinkProps) {
  return (
    <LinkResult
      title={title}
      says={reason}
      tone="warning"
      action={<LinkButton to={paths.login} variant="secondary">{t`Back to login`}</LinkButton>}
    >
      {children}
    </LinkResult>
  )
}

/** Whether a call was refused as its link can't be used any more. */
export function isLinkSpent(error: unknown): boolean {
  return error instanceof CallFailed && error.code === 'link_spent'
}

/** The same for such a link. */
export function SpentLink(notice: Omit<UnusableLinkProps, 'reason'>) {
  return <UnusableLink reason={t`This link was already used or is too old.`} {...notice} />
}
