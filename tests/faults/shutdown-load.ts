import { connect, type Socket } from 'node:net'

/**
 * Makes `concurrency` calls at a time on keep-alive connections, until the server refuses connections. Call `stopping` before the
 * shutdown. A call that fails earlier is an error.
 */
export function callUntilClosed(url: string, concurrency: number) {
  let isStopping = false
  const responses: Response[] = []
  async function callAgain(): Promise<void> {
    for (;;) {
      const response = await fetch(url).catch(() => undefined)
      // Connections may be refused only after the shutdown has begun.
      if (response === undefined && isStopping) return
      if (response === undefined) throw new Error('A call failed before the shutdown.')
      responses.push(response)
      await response.arrayBuffer()
    }
  }
  const ended = Promise.all(Array.from({ length: concurrency }, callAgain))
  return { responses, ended, stopping: () => void (isStopping = true) }
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
