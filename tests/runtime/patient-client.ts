import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../contract/client.ts'

/** Milliseconds before a call that was turned away is made again. */
const pauseOf = 100

/**
 * A client that makes a call again when it was turned away (503), as Retry-After asks, but sooner. More calls at once than a
 * server admits are so answered all, whatever the machine's speed.
 */
export function patientClient(baseUrl: string, headers: Readonly<Record<string, string>> = {}): Client {
  return createClient({
    baseUrl,
    headers,
    async fetch(url, init) {
      for (;;) {
        const answer = await fetch(url, init)
        if (answer.status !== 503) return answer
        await answer.arrayBuffer()
        await pause(pauseOf)
      }
    },
  })
}

/** The same, with a session's token. */
export function patientClientOf(baseUrl: string, token: string): Client {
  return patientClient(baseUrl, { authorization: `Bearer ${token}` })
}
