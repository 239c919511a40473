import { t } from '@lingui/core/macro'
import { paths } from '../../contract/screen-paths.ts'
import { LinkButton } from '../app/link-button.tsx'
import { Card } from '../ui/card.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { MasjidLayout, prefetchMasjid } from './masjid-layout.tsx'

export const loader = prefetchMasjid

/** A masjid without its khutbahs, with a link to them. */
export function Component() {
  return (
    <MasjidLayout>
      {({ uid }) => (
        <Card>
          <EmptyState
            drawing={calendar}
            title={t`This masjid’s khutbahs are on another page.`}
            text={t`That page shows which khutbahs still need a khateeb.`}
            action={
              <LinkButton variant="soft" to={paths.masjidDetails(uid)}>
                {t`Upcoming Khutbahs`}
              </LinkButton>
            }
          />
        </Card>
      )}
    </MasjidLayout>
  )
}
