import { t } from '@lingui/core/macro'
import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { prefetchForBothRoles } from '../app/session.ts'
import { Card } from '../ui/card.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { masjidQuery } from './masjid-queries.ts'
import { MasjidScreen } from './masjid-screen.tsx'

/** Prefetches the masjid in parallel with the session. */
export function loader({ params }: LoaderFunctionArgs): null {
  const { masjidId = '' } = params
  prefetchForBothRoles(() => void queryClient().prefetchInfiniteQuery(masjidQuery(masjidId)))
  return null
}

/** A masjid without its khutbahs, with a link to them. */
export function Component() {
  return (
    <MasjidScreen>
      {({ uid }) => (
        <Card>
          <EmptyState
            drawing={calendar}
            title={t`Its Fridays have a page of their own.`}
            text={t`There you see which of them still need a khateeb.`}
            action={
              <LinkButton variant="soft" to={paths.masjidDetails(uid)}>
                {t`Upcoming Khutbahs`}
              </LinkButton>
            }
          />
        </Card>
      )}
    </MasjidScreen>
  )
}
