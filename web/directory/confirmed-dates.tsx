import { t } from '@lingui/core/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { checkKhateebAssignment } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { CalendarDate } from '../app/value-elements.tsx'
import { Notice } from '../ui/notice.tsx'
import { masjidRecordQuery } from './record-queries.ts'

/** How many of the masjid's next khutbahs are checked. */
const checkedDates = 3

/** Which of the signed-in masjid's next khutbahs the khateeb is confirmed for, as dates. */
export function confirmedDatesQuery(khateebId: string) {
  return queryOptions({
    queryKey: ['confirmed-dates', khateebId],
    queryFn: async () => {
      const { khutbahs } = await queryClient().ensureQueryData(masjidRecordQuery())
      const dates = khutbahs.slice(0, checkedDates).map(({ date }) => date)
      const checks = dates.map((khutbahDate) =>
        call(checkKhateebAssignment, { masjidUid: 'me', khateebId, khutbahDate }),
      )
      const answers = await Promise.all(checks)
      return dates.filter((_, i) => answers[i]?.isAssigned)
    },
  })
}

/** The masjid's next khutbahs that this khateeb is confirmed for. Nothing while loading, or without one. */
export function ConfirmedDates({ khateebId }: { khateebId: string }) {
  const { data = [] } = useQuery(confirmedDatesQuery(khateebId))
  if (data.length === 0) return null
  return (
    <div className="mb-6">
      <Notice title={t`Confirmed at your masjid`}>
        <ul aria-label={t`Confirmed at your masjid`}>
          {data.map((date) => (
            <li key={date}>
              <CalendarDate value={date} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
