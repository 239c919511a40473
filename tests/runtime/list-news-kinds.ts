import { getNews } from '../../contract/news.ts'
import type { TestAccount } from './people.ts'

/** Returns the kinds of the news in an account's bell, newest first. */
export async function listNewsKinds({ client }: TestAccount): Promise<string[]> {
  return (await client.call(getNews, {})).map(({ kind }) => kind)
}
