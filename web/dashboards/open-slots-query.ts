import { queryOptions } from '@tanstack/react-query'
import { getOpenSlots } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'

/** The closest open slots of the next dates, up to four of each. */
export const openSlotsQuery = queryOptions({
  queryKey: ['open-slots', 'home'],
  queryFn: () => call(getOpenSlots, { uid: 'me', perDate: '4', limit: '12' }),
})
