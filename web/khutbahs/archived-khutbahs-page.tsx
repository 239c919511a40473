import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { getArchivedKhutbahs } from '../../contract/own-records.ts'
import { paths } from '../../contract/screen-paths.ts'
import { callPage } from '../app/api-call.ts'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { queryClient } from '../app/document-context.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { GoBack } from '../app/go-back.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { pagedQuery } from '../app/paged-query.ts'
import { prefetchForRole } from '../app/session.ts'
import { SlotTime } from '../app/slot-time.tsx'
import { useTitle } from '../app/title.ts'
import { KhateebLink } from '../members/name-link.tsx'
import { PagedList } from '../members/paged-list.tsx'
import { RequireRole } from '../members/require-role.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row } from '../ui/list.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const archiveQuery = pagedQuery(['archived-khutbahs'], (page) =>
  callPage(getArchivedKhutbahs, { uid: 'me', ...page }),
)

/** Prefetches the first page in parallel with the session. */
export const loader = () =>
  prefetchForRole({ masjid: () => [queryClient().prefetchInfiniteQuery(archiveQuery)] })

/** The masjid's past khutbahs, newest first. */
export function Component() {
  useTitle(t`Archived Khutbahs`)
  return (
    <RequireRole who="masjid">
      <Archive />
    </RequireRole>
  )
}

function Archive() {
  const archive = useInfiniteQuery(archiveQuery)
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Archived Khutbahs`}
        actions={
          <LinkButton variant="secondary" to={paths.slotHistory}>
            <History className="size-5" />
            {t`Slot History`}
          </LinkButton>
        }
      />
      <PagedList
        inCard
        query={archive}
        label={t`Archived Khutbahs`}
        failed={t`Failed to fetch khutbahs.`}
        skeletonRows={6}
        empty={
          <EmptyState
            drawing={calendar}
            title={t`No archived khutbahs yet.`}
            text={t`Past Fridays are listed here, with who spoke.`}
          />
        }
      >
        {({ date, times }) => (
          <Row
            key={date}
            lead={<CalendarTile date={date} />}
            title={<CalendarDate value={date} />}
            detail={
              <ul>
                {times.map(({ time, startsAt, khateeb, khateebUid, khateebSuspended }) => (
                  <li key={time.time}>
                    <SlotTime time={time.time} startsAt={startsAt} /> ·{' '}
                    {khateebUid === null ? (
                      t`N/A`
                    ) : (
                      <KhateebLink uid={khateebUid} suspended={khateebSuspended}>
                        {khateeb}
                      </KhateebLink>
                    )}
                  </li>
                ))}
              </ul>
            }
          />
        )}
      </PagedList>
    </>
  )
}
