import { t } from '@lingui/core/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { checkKhateebAssignment } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { QueryView } from '../members/query-view.tsx'
import { Notice } from '../ui/notice.tsx'
import { type MasjidRecord, masjidRecordQuery } from './record-queries.ts'

/** For how many of the masjid's next khutbahs we check whether the khateeb is confirmed. */
const checkedDateCount = 3

const datesOf = ({ khutbahs }: MasjidRecord) => khutbahs.slice(0, checkedDateCount).map(({ date }) => date)

/** Returns the query that finds on which of the `dates` the khateeb is confirmed at the signed-in masjid. */
function confirmedDatesQuery(khateebId: string, dates: readonly string[]) {
  return queryOptions({
    queryKey: ['confirmed-dates', khateebId, dates],
    queryFn: async () => {
      const checks = dates.map((khutbahDate) =>
        call(checkKhateebAssignment, { masjidUid: 'me', khateebId, khutbahDate }),
      )
      const results = await Promise.all(checks)
      return dates.filter((_, i) => results[i]?.isAssigned)
    },
  })
}

/** Prefetches the masjid's record, and then the dates of its next khutbahs for which the khateeb is confirmed. */
export async function prefetchConfirmedDates(khateebId: string): Promise<void> {
  await queryClient().prefetchQuery(masjidRecordQuery())
  const record = queryClient().getQueryData(masjidRecordQuery().queryKey)
  if (record !== undefined) await queryClient().prefetchQuery(confirmedDatesQuery(khateebId, datesOf(record)))
}

interface ConfirmedDatesProps {
  khateebId: string
  /** A confirmed date that this list leaves out, because the screen already shows it. */
  namedDate: string | undefined
}

/** The dates of the masjid's next khutbahs for which this khateeb is confirmed. Renders nothing while loading, or if there is none. */
export function ConfirmedDates({ khateebId, namedDate }: ConfirmedDatesProps) {
  const record = useQuery(masjidRecordQuery())
  const query = useQuery({
    ...confirmedDatesQuery(khateebId, record.data === undefined ? [] : datesOf(record.data)),
    enabled: record.data !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="mb-6 empty:hidden">
      <QueryView
        query={query}
        failed={t`Error fetching this khateeb’s confirmed dates at your masjid. Please try again later.`}
        skeleton={null}
      >
        {(confirmed) => (
          <Dates
            dates={confirmed.filter((date) => date !== namedDate)}
            isOneNamed={namedDate !== undefined}
          />
        )}
      </QueryView>
    </div>
  )
}

function Dates({ dates, isOneNamed }: { dates: readonly string[]; isOneNamed: boolean }) {
  if (dates.length === 0) return null
  const title = isOneNamed ? t`Also confirmed at your masjid` : t`Confirmed at your masjid`
  return (
    <Notice title={title}>
      <ul aria-label={title}>
        {dates.map((date) => (
          <li key={date}>
            <CalendarDate value={date} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
