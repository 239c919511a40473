import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../contract/client.ts'
import { createQueryClient } from './create-query-client.ts'

/** The user a screen is rendered for: the cache of the server's answers to them, and the function that makes their calls. */
export interface Caller {
  readonly queryClient: QueryClient
  readonly fetch: Fetch
}

const pageCaller: Caller = { queryClient: createQueryClient(), fetch: (url, init) => fetch(url, init) }

let find = (): Caller | undefined => undefined

/** The current caller: a browser has one; server-side rendering has one for each document. */
export function currentCaller(): Caller {
  return find() ?? pageCaller
}

/** Server-side rendering: sets the function that finds the caller of the current document. */
export function setCallerFinder(finder: () => Caller | undefined): void {
  find = finder
}

/** The current caller's cache of the server's answers. */
export function queryClient(): QueryClient {
  return currentCaller().queryClient
}
