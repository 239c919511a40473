import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'

/**
 * Without a search term, accounts within 30 miles of the caller; with one, all that it matches. The home screens, which show
 * accounts within 50 miles, lead here, so the list has their closest ones if none is within 30.
 */
function filter(q: string) {
  return { near: 'me', limit: '20', ...(q === '' ? { radius: '30', otherwiseWithin: '50' } : { q }) }
}

/** What a khateeb wants to see of the slots that are open at masjids: nothing, the dates, or only masjids that have one. */
export type OpenSlots = Pick<RawInputOf<typeof getMasjids>, 'openSlots' | 'openOn' | 'language'>

/** Masjids, closest first. */
export function nearbyMasjidsQuery(q: string, open: OpenSlots) {
  return infiniteQueryOptions({
    ...pagedQuery(['nearby-masjids', q, open], (page) =>
      callPage(getMasjids, { ...filter(q), ...open, ...page }),
    ),
    placeholderData: keepPreviousData,
  })
}

/** Khateebs, closest first. With a slot of the masjid, those come first on each page who are free for it. */
export function nearbyKhateebsQuery(q: string, slotId?: string) {
  return infiniteQueryOptions({
    ...pagedQuery(['nearby-khateebs', q, slotId ?? ''], (page) =>
      callPage(getKhateebs, { ...filter(q), slotId, ...page }),
    ),
    placeholderData: keepPreviousData,
  })
}
