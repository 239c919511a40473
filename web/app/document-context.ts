import type { QueryClient } from '@tanstack/react-query'
import type { Fetch } from '../../contract/client.ts'
import { createQueryClient } from './create-query-client.ts'

/**
 * The cache of the server's responses, and the function that makes calls. A browser has one context for all screens; server-side
 * rendering creates one for each document.
 */
export interface DocumentContext {
  readonly queryClient: QueryClient
  readonly fetch: Fetch
}

/**
 * In milliseconds. A call without a response after this time counts as failed. A phone that has changed its network may otherwise wait for
 * minutes for the response on a lost connection.
 */
const callTimeout = 30_000

const browserContext: DocumentContext = {
  queryClient: createQueryClient(),
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(callTimeout) }),
}

let find = (): DocumentContext | undefined => undefined

/** Returns the context of the current document. */
export function documentContext(): DocumentContext {
  return find() ?? browserContext
}

/** For server-side rendering: sets the function that finds the context of the current document. */
export function setContextFinder(finder: () => DocumentContext | undefined): void {
  find = finder
}

/** Returns the current document's cache of the server's responses. */
export function queryClient(): QueryClient {
  return documentContext().queryClient
}
