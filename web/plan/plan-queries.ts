import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getPlan, previewPlan } from '../../contract/plans.ts'
import { call } from '../app/api-call.ts'

export type PlanResponse = OutputOf<typeof getPlan>
export type Plan = PlanResponse['plan']
export type Service = Plan['services'][number]
export type Preview = OutputOf<typeof previewPlan>

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: () => call(getPlan, { uid: 'me' }),
})

/**
 * Returns the query for what saving a draft would change. While the response loads, the query has the preview of the previous draft, or
 * `first` if there is none.
 */
export const previewQuery = (draft: Plan, { isEnabled, first }: { isEnabled: boolean; first: Preview }) =>
  queryOptions({
    queryKey: ['plan', 'preview', draft],
    queryFn: () => call(previewPlan, { masjidUid: 'me', ...draft }),
    enabled: isEnabled,
    placeholderData: (previous: Preview | undefined) => previous ?? first,
  })
