import { t } from '@lingui/core/macro'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface LinkNoticeProps {
  /** The screen's. */
  title: string
  /** What is wrong with the link. */
  reason: string
  /** What to do about it. */
  children: string
}

/** In place of a screen that a letter's link leads to, when the link is no good. */
export function LinkNotice({ title, reason, children }: LinkNoticeProps) {
  return (
    <div className="mx-auto w-full max-w-form">
      <PageHeader title={title} />
      <Notice
        announced
        tone="warning"
        title={reason}
        action={<LinkButton to={paths.login} variant="secondary">{t`Back to login`}</LinkButton>}
      >
        {children}
      </Notice>
    </div>
  )
}
