import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeWhenDone } from './close-when-done.ts'

/** An open stream of server-sent events. */
export type EventStream = Awaited<ReturnType<typeof openEventStream>>

/**
 * Opens a stream of server-sent events. The end of the test closes the stream. Rejects with the status if the server refuses the stream.
 * Closing the stream closes its connection at once, unlike `fetch`, so that a stopping server needn't wait for it.
 */
export async function openEventStream(url: string, token?: string) {
  const headers = {
    accept: 'text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const [response]: IncomingMessage[] = await once(get(url, { agent: false, headers }), 'response')
  if (response === undefined) throw new Error('There was no response.')
  if (response.statusCode !== 200)
    throw new Error(`refused with ${response.statusCode}: ${await text(response)}`)
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]()
  const received: string[] = []
  let rest = ''

  /** Receives more events. Returns false at the end of the stream. */
  async function receive(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done) return false
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    received.push(...blocks.filter((it) => !it.startsWith(':')))
    return true
  }

  return {
    headers: response.headers,
    /** Returns the next event, as the server sent it. Undefined at the end of the stream. */
    async next(): Promise<string | undefined> {
      while (received.length === 0) if (!(await receive())) return undefined
      return received.shift()
    },
    /** Waits for the end of the stream. Returns the events until then. */
    async untilEnd(): Promise<readonly string[]> {
      while (await receive());
      return received
    },
    close: closeWhenDone(() => response.destroy()),
  }
}
