import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../contract/client.ts'
import { createQueryClient } from './create-query-client.ts'

/** Whom a screen is for: what is known of the server's answers to them, and how they call it. */
export interface Caller {
  readonly queryClient: QueryClient
  readonly fetch: Fetch
}

const ofPage: Caller = { queryClient: createQueryClient(), fetch: (url, init) => fetch(url, init) }

let find = (): Caller | undefined => undefined

/** The caller of the moment: in a browser there is one; a server that renders has one for each document. */
export function caller(): Caller {
  return find() ?? ofPage
}

/** Tells how a server finds the caller that it renders for. */
export function findCallerBy(finder: () => Caller | undefined): void {
  find = finder
}

/** All that is known from the server. What an action changes is asked for anew by invalidating it here. */
export function queryClient(): QueryClient {
  return caller().queryClient
}
