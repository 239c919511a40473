import { t } from '@lingui/core/macro'
import { useLocation } from 'react-router'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { Notice } from '../ui/notice.tsx'

/** The server answered as to nobody, so it doesn't know any more who looks: the way to sign in, and back here. */
export function SessionEnded() {
  const { pathname, search } = useLocation()
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        title={t`Your session has ended.`}
        action={<LinkButton to={paths.loginThen(pathname + search)}>{t`Login`}</LinkButton>}
        announced
      >
        {t`Sign in again to request a slot or to answer an invite.`}
      </Notice>
    </div>
  )
}
