import { queryOptions } from '@tanstack/react-query'
import { getOpenSlots } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'

/** The open slots near the khateeb on the next dates: the closest four of each date, at most 12 in all. */
export const openSlotsQuery = queryOptions({
  queryKey: ['open-slots', 'home'],
  queryFn: () => call(getOpenSlots, { uid: 'me', perDate: '4', limit: '12' }),
})
