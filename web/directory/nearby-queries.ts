import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'

/**
 * Returns the query parameters of a list for a search term. Without a term, the list has accounts within 30 miles. If there are none,
 * the list suggests the closest within 50 miles, which is the radius on the dashboards.
 */
function listParameters(q: string) {
  return { near: 'me', limit: '20', ...(q === '' ? { radius: '30', otherwiseWithin: '50' } : { q }) }
}

/**
 * How the list of masjids uses open slots: not at all, to show their dates, or to leave out masjids without open slots (perhaps only those
 * on a date or in a language).
 */
export type OpenSlotsFilter = Pick<RawInputOf<typeof getMasjids>, 'openSlots' | 'openOn' | 'language'>

/** Returns the query for masjids, closest first. */
export function nearbyMasjidsQuery(q: string, open: OpenSlotsFilter) {
  return infiniteQueryOptions({
    ...pagedQuery(['nearby-masjids', q, open], (page) =>
      callPage(getMasjids, { ...listParameters(q), ...open, ...page }),
    ),
    placeholderData: keepPreviousData,
  })
}

/**
 * Returns the query for khateebs, closest first. With `slotIds` (ids separated by commas), each page is sorted by the number of these slots
 * for which a khateeb is free, greatest first.
 */
export function nearbyKhateebsQuery(q: string, slotIds?: string) {
  return infiniteQueryOptions({
    ...pagedQuery(['nearby-khateebs', q, slotIds ?? ''], (page) =>
      callPage(getKhateebs, { ...listParameters(q), slotIds, ...page }),
    ),
    placeholderData: keepPreviousData,
  })
}
