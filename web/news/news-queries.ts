import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { countUnreadNews, getNews, getNewsSettings } from '../../contract/news.ts'
import { call, callInBackground, callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'

/** The number of the user's unread news. Refetched whenever the tab is shown, because the user may have read news on another device. */
export const unreadCountQuery = queryOptions({
  queryKey: ['unread-news'],
  // In the background: if the session has ended, no dialog opens, because the user did not ask for the number.
  queryFn: () => callInBackground(() => call(countUnreadNews, {})),
  refetchOnWindowFocus: 'always',
})

/** The news, newest first. */
export const newsQuery = pagedQuery(['news'], (page) => callPage(getNews, page))

export type NewsItem = OutputOf<typeof getNews>[number]

/** The user's settings for the party's news by email. */
export const newsSettingsQuery = queryOptions({
  queryKey: ['news-settings'],
  queryFn: () => call(getNewsSettings, {}),
})

export type NewsSettings = OutputOf<typeof getNewsSettings>
