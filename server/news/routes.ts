import * as contract from '../../contract/news.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { countUnread, listNews } from './list-news.ts'
import { markNewsRead } from './mark-news-read.ts'
import { changeNewsSettings, newsSettings } from './news-settings.ts'

export function newsRoutes(zips: ZipTable): Route[] {
  return [
    signedInRoute(contract.getNews, (context, input) => listNews(context, input)),
    signedInRoute(contract.countUnreadNews, ({ database, caller }) => countUnread(database.db, caller)),
    transactionRoute(contract.markNewsRead, markNewsRead),
    signedInRoute(contract.getNewsSettings, ({ database, caller }) =>
      newsSettings(database.db, zips, caller),
    ),
    transactionRoute(contract.changeNewsSettings, (tx, input, caller) =>
      changeNewsSettings(tx, zips, input, caller),
    ),
  ]
}
