import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { countUnreadNews, getNews, getNewsSettings } from '../../contract/news.ts'
import { call, callInBackground, callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'

/** How much news the user has not read. Another device may have read it, so it is asked again whenever the tab is shown. */
export const unreadQuery = queryOptions({
  queryKey: ['unread-news'],
  // If the session has ended, no dialog opens: the user has not asked for the number.
  queryFn: () => callInBackground(() => call(countUnreadNews, {})),
  refetchOnWindowFocus: 'always',
})

/** The news, newest first. */
export const newsQuery = pagedQuery(['news'], (page) => callPage(getNews, page))

export type NewsItem = OutputOf<typeof getNews>[number]

/** How the user wants the party's news by email. */
export const newsSettingsQuery = queryOptions({
  queryKey: ['news-settings'],
  queryFn: () => call(getNewsSettings, {}),
})

export type NewsSettings = OutputOf<typeof getNewsSettings>
