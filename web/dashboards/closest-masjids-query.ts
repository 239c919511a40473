import { queryOptions } from '@tanstack/react-query'
import { getMasjids } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'

/** The closest four masjids within 50 miles of the khateeb. */
export const closestMasjidsQuery = queryOptions({
  queryKey: ['closest-masjids'],
  queryFn: () => call(getMasjids, { near: 'me', radius: '50', limit: '4' }),
})
