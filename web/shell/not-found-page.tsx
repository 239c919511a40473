import { t } from '@lingui/core/macro'
import { paths } from '../../contract/screen-paths.ts'
import { LinkButton } from '../app/link-button.tsx'
import { useTitle } from '../app/title.ts'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'

/** The screen for unknown addresses. */
export function Component() {
  useTitle(t`Nothing here`)
  return (
    <EmptyState
      headingLevel={1}
      drawing={lost}
      title={t`Page not found`}
      text={t`The link may be old, or part of it may be missing.`}
      action={<LinkButton to={paths.home}>{t`Go to the Home Page`}</LinkButton>}
    />
  )
}
