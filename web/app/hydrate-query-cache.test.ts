import { dehydrate } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './create-query-client.ts'
import { queryClient } from './document-context.ts'
import { hydrateQueryCache } from './hydrate-query-cache.ts'
import { cachedSession, sessionKey } from './session.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const session = { uid: 'one', role: 'khateeb' }

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  // The hydration also sets an attribute of the document: the role of the session.
  vi.stubGlobal('document', { documentElement: { setAttribute: () => {} } })
  queryClient().clear()
})

/** Returns the dehydrated responses of a server whose clock is `ahead` milliseconds ahead. */
function dehydratedResponses(ahead: number): string {
  vi.setSystemTime(now + ahead)
  const serverCache = createQueryClient()
  serverCache.setQueryData([sessionKey], session)
  serverCache.setQueryData(['list'], [1, 2])
  vi.setSystemTime(now)
  return JSON.stringify(dehydrate(serverCache))
}

const isListStale = () =>
  queryClient()
    .getQueryCache()
    .find({ queryKey: ['list'] })
    ?.isStaleByTime(15_000)

test.each([-3_600_000, 0, 3_600_000])(
  'the age of cached responses counts from the arrival of the document, even if the server’s clock is %i ms ahead',
  (ahead) => {
    hydrateQueryCache(dehydratedResponses(ahead), now - 5_000)
    expect(cachedSession()).toEqual(session)
    expect(queryClient().getQueryData(['list'])).toEqual([1, 2])
    expect(isListStale()).toBe(false)
    // To hydrate again does not make the responses newer.
    hydrateQueryCache(dehydratedResponses(ahead), now - 5_000)
    vi.setSystemTime(now + 11_000)
    expect(isListStale()).toBe(true)
  },
)
