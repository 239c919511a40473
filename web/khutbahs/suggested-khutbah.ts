import { queryOptions } from '@tanstack/react-query'
import type { Language } from '../../contract/availability-choices.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { getArchivedKhutbahs } from '../../contract/own-records.ts'
import { call } from '../app/api-call.ts'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { isFriday } from '../proposals/weekday.ts'
import { nextFridayNotIn } from './suggested-date.ts'

/** The values of the form in the dialog that posts khutbahs. */
export type AddKhutbahValues = {
  date: string
  count: string
  weeks: string
  /** Always `maxSlotsPerDate` items: if the count shrinks and grows again, typed times come back. */
  times: { time: string }[]
  /** The language of all slots; empty for any language. */
  language: string
  note: string
}

/** The masjid's latest past khutbahs, newest first. Only fetched for a masjid without an upcoming Friday. */
export const pastKhutbahsQuery = queryOptions({
  queryKey: ['latest-past-khutbahs'],
  queryFn: () => call(getArchivedKhutbahs, { uid: 'me', limit: '8' }),
})

type PostedKhutbah = Pick<MasjidRecord['khutbahs'][number], 'date'> & {
  readonly times: readonly { readonly time: { readonly time: string }; readonly language?: Language | null }[]
}

/** Suggests the next Friday without a khutbah, with the times and the language of the masjid's latest Friday, upcoming or past. */
export function suggestedValues(
  upcoming: readonly PostedKhutbah[],
  past: readonly PostedKhutbah[],
  today: string,
): AddKhutbahValues {
  const dates = upcoming.map(({ date }) => date)
  const newestFirst = [...upcoming.toReversed(), ...past]
  const latest = newestFirst.find(({ date }) => isFriday(date)) ?? newestFirst[0]
  const times = latest?.times.map(({ time }) => time.time) ?? ['13:30']
  const languages = new Set(latest?.times.map(({ language }) => language ?? ''))
  return {
    date: nextFridayNotIn(dates, today),
    count: String(times.length),
    weeks: '1',
    times: Array.from({ length: maxSlotsPerDate }, (_, index) => ({ time: times[index] ?? '' })),
    language: languages.size === 1 ? ([...languages][0] ?? '') : '',
    note: '',
  }
}
