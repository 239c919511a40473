import { connect, type Socket } from 'node:net'

/** Calls that are made until the server refuses connections. */
interface RepeatedCalls {
  readonly answers: readonly Response[]
  readonly ended: Promise<unknown>
  /** Announces the shutdown. A call that fails before is an error. */
  stopping(): void
}

/** Makes `concurrency` calls at a time on keep-alive connections until they are refused. */
export function callUntilClosed(url: string, concurrency: number): RepeatedCalls {
  let isStopping = false
  const answers: Response[] = []
  async function callAgain(): Promise<void> {
    for (;;) {
      const answer = await fetch(url).catch(() => undefined)
      // Connections are refused only after the shutdown began.
      if (answer === undefined && isStopping) return
      if (answer === undefined) throw new Error('A call failed before the shutdown.')
      answers.push(answer)
      await answer.arrayBuffer()
    }
  }
  const ended = Promise.all(Array.from({ length: concurrency }, callAgain))
  return { answers, ended, stopping: () => void (isStopping = true) }
}

/** Sends the start of a body that never ends. */
export function sendPartialBody(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /geocode HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  return socket
}
