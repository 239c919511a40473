import { queryOptions } from '@tanstack/react-query'
import { getKhateebs } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'

/** The closest two khateebs within 50 miles of the masjid. */
export const closestKhateebsQuery = queryOptions({
  queryKey: ['closest-khateebs'],
  queryFn: () => call(getKhateebs, { near: 'me', radius: '50', limit: '2' }),
})
