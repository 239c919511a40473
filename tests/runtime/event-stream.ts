import { closeWhenDone } from './close-when-done.ts'

/** An open stream of server-sent events. */
export type EventStream = Awaited<ReturnType<typeof openEventStream>>

/** Opens a stream of server-sent events until the test is done. Rejects with the status if the server refuses it. */
export async function openEventStream(url: string, token?: string) {
  const closing = new AbortController()
  const answer = await fetch(url, {
    headers: {
      accept: 'text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    signal: closing.signal,
  })
  if (!answer.ok || answer.body === null)
    throw new Error(`refused with ${answer.status}: ${await answer.text()}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const received: string[] = []
  let rest = ''

  /** Receives more; false at the end of the stream. */
  async function receive(): Promise<boolean> {
    const { done, value } = await reader.read()
    if (done) return false
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    received.push(...blocks.filter((it) => !it.startsWith(':')))
    return true
  }

  return {
    headers: answer.headers,
    /** The next event, as it is sent; undefined at the end of the stream. */
    async next(): Promise<string | undefined> {
      while (received.length === 0) if (!(await receive())) return undefined
      return received.shift()
    },
    /** Waits for the end of the stream; gives the events until then. */
    async untilEnd(): Promise<readonly string[]> {
      while (await receive());
      return received
    },
    close: closeWhenDone(() => closing.abort()),
  }
}
