import * as contract from '../../contract/news.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { countUnread, listNews } from './list-news.ts'
import { markNewsRead } from './mark-news-read.ts'

export function newsRoutes(): Route[] {
  return [
    signedInRoute(contract.getNews, (context, input) => listNews(context, input)),
    signedInRoute(contract.countUnreadNews, ({ database, caller }) => countUnread(database.reader, caller)),
    transactionRoute(contract.markNewsRead, markNewsRead),
  ]
}
