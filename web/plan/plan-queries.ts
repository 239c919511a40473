import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getPlan, previewPlan } from '../../contract/plans.ts'
import { call } from '../app/api-call.ts'

export type PlanAnswer = OutputOf<typeof getPlan>
export type Plan = PlanAnswer['plan']
export type Service = Plan['services'][number]
export type Preview = OutputOf<typeof previewPlan>

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: () => call(getPlan, { uid: 'me' }),
})

/** What saving a draft would do. While another draft is asked about, shows the former answer: at first that of the saved plan. */
export const previewQuery = (draft: Plan, { isEnabled, first }: { isEnabled: boolean; first: Preview }) =>
  queryOptions({
    queryKey: ['plan', 'preview', draft],
    queryFn: () => call(previewPlan, { masjidUid: 'me', ...draft }),
    enabled: isEnabled,
    placeholderData: (former: Preview | undefined) => former ?? first,
  })
