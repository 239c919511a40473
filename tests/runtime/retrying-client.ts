import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../contract/client.ts'

/** Milliseconds before a call that was turned away is made again. */
const retryDelay = 100

/**
 * A client that makes a call again when it was turned away (503), as Retry-After asks, but sooner. More calls at once than a
 * server admits are so answered all, whatever the machine's speed.
 */
export function retryingClient(baseUrl: string, headers: Readonly<Record<string, string>> = {}): Client {
  return createClient({
    baseUrl,
    headers,
    async fetch(url, init) {
      for (;;) {
        const answer = await fetch(url, init)
        if (answer.status !== 503) return answer
        await answer.arrayBuffer()
        await pause(retryDelay)
      }
    },
  })
}

/** The same, with a session's token. */
export function retryingClientOf(baseUrl: string, token: string): Client {
  return retryingClient(baseUrl, { authorization: `Bearer ${token}` })
}
