import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { getSlotHistory } from '../../contract/audit.ts'
import { callPage } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'
import { monthAndDayOf } from '../app/format.ts'
import { GoBack } from '../app/go-back.tsx'
import { prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { usePages } from '../app/use-pages.ts'
import { CalendarDate, TimeOfDay } from '../app/value-elements.tsx'
import { hasNoRecord, NoRecord } from '../members/no-record.tsx'
import { QueryView } from '../members/query-view.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { CalendarTile } from '../ui/calendar-tile.tsx'
import { Card } from '../ui/card.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { List, Row } from '../ui/list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { SlotEvent, type SlotHistoryEntry } from './slot-event.tsx'

const historyQuery = infiniteQueryOptions({
  queryKey: ['slot-history'],
  queryFn: ({ pageParam }) =>
    callPage(getSlotHistory, { uid: 'me', ...(pageParam !== null && { cursor: pageParam }) }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})

/** Prefetches the first page in parallel with the session. */
export function loader(): null {
  prefetchForRole({ masjid: () => void queryClient().prefetchInfiniteQuery(historyQuery) })
  return null
}

/** The history of the masjid's slots, newest first. */
export function Component() {
  useTitle(t`Slot History`)
  const { role } = useSession()
  return role === 'masjid' ? <HistoryOfMasjid /> : <NoMasjid />
}

function NoMasjid() {
  return <NoRecord text={t`No masjid data found.`} />
}

function HistoryOfMasjid() {
  const history = useInfiniteQuery(historyQuery)
  const failed = t`Error fetching masjid data. Please try again later.`
  const { items, list, more } = usePages(history, failed)
  if (hasNoRecord(history.error)) return <NoMasjid />
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Slot History`}
        lead={t`Who did what with your slots, and when.`}
      />
      <QueryView
        query={history}
        failed={failed}
        skeleton={
          <Card>
            <RowsSkeleton rows={6} />
          </Card>
        }
      >
        {() => (
          <>
            <Entries ref={list} entries={items} />
            {more && <ShowMore {...more} />}
          </>
        )}
      </QueryView>
    </>
  )
}

interface EntriesProps {
  ref: Ref<HTMLUListElement>
  entries: readonly SlotHistoryEntry[]
}

function Entries({ ref, entries }: EntriesProps) {
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing={calendar}
          title={t`Nothing has happened yet.`}
          text={t`Once you post a khutbah, everything that happens to its slots is listed here.`}
        />
      </Card>
    )
  }
  return (
    <Card>
      <List ref={ref} label={t`Slot History`}>
        {entries.map((entry, index) => (
          // Entries have no id. A position works as the key, as entries are only ever added at either end.
          <Row
            key={entries.length - index}
            lead={<CalendarTile {...monthAndDayOf(entry.khutbahDate)} />}
            title={<SlotEvent entry={entry} />}
            detail={
              <>
                <p>
                  <SlotDateTime date={entry.khutbahDate} time={entry.khutbahTime} />
                </p>
                <p className="text-sm">
                  <Trans>
                    <CalendarDate dayless value={entry.wallClock.date} /> at{' '}
                    <TimeOfDay value={entry.wallClock.time} />
                  </Trans>
                  {!isOwnAct(entry) && (
                    <>
                      {' · '}
                      <Actor entry={entry} />
                    </>
                  )}
                </p>
              </>
            }
          />
        ))}
      </List>
    </Card>
  )
}

/** Whether the khateeb named in the sentence did it, so that their name need not be repeated. */
function isOwnAct({ by, khateeb }: SlotHistoryEntry): boolean {
  return by.role === 'khateeb' && by.name === khateeb?.name
}

function Actor({ entry: { by } }: { entry: SlotHistoryEntry }) {
  if (by.name !== null) return <bdi>{by.name}</bdi>
  return by.role === 'minbar' ? t`automatically` : t`by the people who run this site`
}
