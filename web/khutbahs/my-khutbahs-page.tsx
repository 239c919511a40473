import { plural, t } from '@lingui/core/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getPastKhutbahs } from '../../contract/khutbahs.ts'
import { callPage } from '../app/api-call.ts'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { pagedQuery } from '../app/paged-query.ts'
import { prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { MasjidLink } from '../members/name-link.tsx'
import { PagedList } from '../members/paged-list.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row } from '../ui/list.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const pastKhutbahsQuery = infiniteQueryOptions({
  ...pagedQuery(['past-khutbahs'], (page) => callPage(getPastKhutbahs, { uid: 'me', ...page })),
  select: ({ pages, pageParams }) => ({ pages: markYearStarts(pages), pageParams }),
})

/** Prefetches the first page in parallel with the session. */
export const loader = () =>
  prefetchForRole({ khateeb: () => [queryClient().prefetchInfiniteQuery(pastKhutbahsQuery)] })

/** The khutbahs that the khateeb has given, by year, newest first. */
export function Component() {
  useTitle(t`My Khutbahs`)
  return (
    <RequireRole who="khateeb">
      <MyKhutbahs />
    </RequireRole>
  )
}

function MyKhutbahs() {
  const khutbahs = useInfiniteQuery(pastKhutbahsQuery)
  return (
    <>
      <PageHeader back={<GoBack />} title={t`My Khutbahs`} lead={t`The khutbahs you have given, by year.`} />
      <PagedList
        inCard
        query={khutbahs}
        label={t`My Khutbahs`}
        failed={t`Error fetching your khutbahs. Please try again later.`}
        skeletonRows={6}
        empty={
          <EmptyState
            drawing={calendar}
            title={t`No khutbahs yet.`}
            text={t`Each khutbah is listed here once you have given it.`}
          />
        }
      >
        {({ assignmentId, date, time, startsAt, timeZone, masjid, city, yearStart }) => (
          <Row
            key={assignmentId}
            heading={yearStart && <YearHeading {...yearStart} />}
            lead={<CalendarTile date={date} />}
            title={<MasjidInHistory masjid={masjid} />}
            detail={
              <>
                <SlotDateTime date={date} time={time.time} startsAt={startsAt} timeZone={timeZone} />
                {city !== null && <bdi>{city}</bdi>}
              </>
            }
          />
        )}
      </PagedList>
    </>
  )
}

type PastKhutbahs = OutputOf<typeof getPastKhutbahs>
type PastKhutbah = PastKhutbahs['khutbahs'][number]

interface YearStart {
  readonly year: string
  /** The number of khutbahs in that year, including those that are not loaded yet. */
  readonly count: number
}

/** Marks the first khutbah of each year with the year and its count. */
function markYearStarts(pages: readonly Page<PastKhutbahs>[]) {
  const counts = new Map(pages[0]?.items.years.map(({ year, count }) => [String(year), count]))
  let previous: string | undefined
  const yearStartOf = ({ date }: PastKhutbah): YearStart | null => {
    const year = date.slice(0, 4)
    const isStart = year !== previous
    previous = year
    return isStart ? { year, count: counts.get(year) ?? 0 } : null
  }
  return pages.map(({ items, nextCursor }) => ({
    items: items.khutbahs.map((khutbah) => ({ ...khutbah, yearStart: yearStartOf(khutbah) })),
    nextCursor,
  }))
}

function YearHeading({ year, count }: YearStart) {
  return (
    <h2 className="font-display text-xl font-semibold">
      {year} · {plural(count, { one: '# khutbah', other: '# khutbahs' })}
    </h2>
  )
}

/** Shows the masjid's name, with a link unless the account is deleted or suspended. */
function MasjidInHistory({ masjid: { uid, name } }: Pick<PastKhutbah, 'masjid'>) {
  return uid === null ? <bdi>{name}</bdi> : <MasjidLink uid={uid}>{name}</MasjidLink>
}
