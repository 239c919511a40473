import { queryOptions } from '@tanstack/react-query'
import { getKhateebDetails } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'

/** Returns the query for a khateeb's details, as the signed-in caller may see them. */
export function khateebQuery(id: string) {
  return queryOptions({
    queryKey: ['khateeb', id],
    queryFn: () => call(getKhateebDetails, { id }),
  })
}
