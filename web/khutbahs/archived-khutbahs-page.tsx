import { t } from '@lingui/core/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { Ref } from 'react'
import { getArchivedKhutbahs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { callPage } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'
import { monthAndDayOf } from '../app/format.ts'
import { GoBack } from '../app/go-back.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { usePages } from '../app/use-pages.ts'
import { CalendarDate, TimeOfDay } from '../app/value-elements.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { hasNoRecord, NoRecord } from '../members/no-record.tsx'
import { QueryView } from '../members/query-view.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { CalendarTile } from '../ui/calendar-tile.tsx'
import { Card } from '../ui/card.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { List, Row } from '../ui/list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ShowMore } from '../ui/show-more.tsx'

const archiveQuery = infiniteQueryOptions({
  queryKey: ['archived-khutbahs'],
  queryFn: ({ pageParam }) =>
    callPage(getArchivedKhutbahs, { uid: 'me', ...(pageParam !== null && { cursor: pageParam }) }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})

/** Prefetches the first page in parallel with the session. */
export function loader(): null {
  prefetchForRole({ masjid: () => void queryClient().prefetchInfiniteQuery(archiveQuery) })
  return null
}

/** The masjid's past khutbahs, newest first. */
export function Component() {
  useTitle(t`Archived Khutbahs`)
  const { role } = useSession()
  return role === 'masjid' ? <ArchiveOfMasjid /> : <NoMasjid />
}

function NoMasjid() {
  return <NoRecord text={t`No masjid data found.`} />
}

function ArchiveOfMasjid() {
  const archive = useInfiniteQuery(archiveQuery)
  const { items, list, more } = usePages(archive, t`Failed to fetch khutbahs.`)
  if (hasNoRecord(archive.error)) return <NoMasjid />
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Archived Khutbahs`}
        actions={
          <LinkButton variant="secondary" to={paths.slotHistory}>
            <History className="size-5" aria-hidden="true" />
            {t`Slot History`}
          </LinkButton>
        }
      />
      <QueryView
        query={archive}
        failed={t`Failed to fetch khutbahs.`}
        skeleton={
          <Card>
            <RowsSkeleton rows={6} />
          </Card>
        }
      >
        {() => (
          <>
            <Archive ref={list} khutbahs={items} />
            {more && <ShowMore {...more} />}
          </>
        )}
      </QueryView>
    </>
  )
}

type PastKhutbah = OutputOf<typeof getArchivedKhutbahs>[number]

interface ArchiveProps {
  ref: Ref<HTMLUListElement>
  khutbahs: readonly PastKhutbah[]
}

function Archive({ ref, khutbahs }: ArchiveProps) {
  if (khutbahs.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing={calendar}
          title={t`No archived khutbahs yet.`}
          text={t`Past Fridays are listed here, with who spoke.`}
        />
      </Card>
    )
  }
  return (
    <Card>
      <List ref={ref} label={t`Archived Khutbahs`}>
        {khutbahs.map(({ date, times }) => (
          <Row
            key={date}
            lead={<CalendarTile {...monthAndDayOf(date)} />}
            title={<CalendarDate value={date} />}
            detail={
              <ul>
                {times.map(({ time, khateeb, khateebUid, khateebSuspended }) => (
                  <li key={time.time}>
                    <TimeOfDay value={time.time} /> ·{' '}
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
        ))}
      </List>
    </Card>
  )
}
