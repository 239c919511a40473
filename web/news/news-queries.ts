import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getNewsSettings } from '../../contract/news.ts'
import { call } from '../app/api-call.ts'

/** How the user wants the party's news by email. */
export const newsSettingsQuery = queryOptions({
  queryKey: ['news-settings'],
  queryFn: () => call(getNewsSettings, {}),
})

export type NewsSettings = OutputOf<typeof getNewsSettings>
