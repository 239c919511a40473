import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getSlotHistory } from '../../contract/audit.ts'
import { callPage } from '../app/api-call.ts'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { pagedQuery } from '../app/paged-query.ts'
import { prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { PagedList } from '../members/paged-list.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row } from '../ui/list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EventActorAndTime } from './event-actor-and-time.tsx'
import { SlotEvent } from './slot-event.tsx'

const historyQuery = pagedQuery(['slot-history'], (page) => callPage(getSlotHistory, { uid: 'me', ...page }))

/** Prefetches the first page in parallel with the session. */
export const loader = () =>
  prefetchForRole({ masjid: () => [queryClient().prefetchInfiniteQuery(historyQuery)] })

/** The history of the masjid's slots, newest first. */
export function Component() {
  useTitle(t`Slot History`)
  return (
    <RequireRole who="masjid">
      <SlotHistory />
    </RequireRole>
  )
}

function SlotHistory() {
  const history = useInfiniteQuery(historyQuery)
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Slot History`} lead={t`Who did what to your slots, and when.`} />
      <PagedList
        inCard
        query={history}
        label={t`Slot History`}
        failed={t`Error fetching masjid data. Please try again later.`}
        skeletonRows={6}
        empty={
          <EmptyState
            drawing={calendar}
            title={t`No activity yet.`}
            text={t`Once you post a khutbah, everything that happens to its slots is listed here.`}
          />
        }
      >
        {(entry, index) => (
          // Entries have no id. Their position works as the key, since rows have no state.
          <Row
            key={index}
            lead={<CalendarTile date={entry.khutbahDate} />}
            title={<SlotEvent entry={entry} />}
            detail={
              <>
                {entry.reason !== null && <QuotedText text={entry.reason} />}
                <p>
                  <SlotDateTime date={entry.khutbahDate} time={entry.khutbahTime} startsAt={entry.startsAt} />
                </p>
                <p className="text-sm">
                  <EventActorAndTime entry={entry} />
                </p>
              </>
            }
          />
        )}
      </PagedList>
    </>
  )
}
