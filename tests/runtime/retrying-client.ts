import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../contract/client.ts'

/** Milliseconds before a retry. */
const retryDelay = 100

/**
 * Returns a client that retries a call after 503 until it succeeds, earlier than Retry-After says. So tests can make more concurrent calls
 * than the server admits, on a machine of any speed.
 */
export function retryingClient(baseUrl: string, headers: Readonly<Record<string, string>> = {}): Client {
  return createClient({
    baseUrl,
    headers,
    async fetch(url, init) {
      for (;;) {
        const response = await fetch(url, init)
        if (response.status !== 503) return response
        await response.arrayBuffer()
        await pause(retryDelay)
      }
    },
  })
}

/** Returns a `retryingClient` that sends a session token. */
export function retryingClientOf(baseUrl: string, token: string): Client {
  return retryingClient(baseUrl, { authorization: `Bearer ${token}` })
}
