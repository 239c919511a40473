import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server on this machine. */
export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  readonly port: number
  /** What it was sent, parsed. */
  readonly received: readonly Email[]
  /** The addresses it was sent letters for, sorted. */
  recipients(): readonly string[]
  close(): Promise<void>
}

/** Starts a mail server on 127.0.0.1 that takes every letter, unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // A connection that lies idle in somebody's pool shall not keep the server from closing.
    closeTimeout: 1,
    onData(stream, _session, done) {
      const keep = async () => {
        try {
          received.push(await PostalMime.parse(await buffer(stream)))
          done()
        } catch {
          // It broke off in the middle, as with a sender that dies: nothing was sent.
        }
      }
      void keep()
    },
    ...options,
  })
  // Connections that break are what some tests are about.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    recipients: () =>
      received.map(({ to }) => to?.[0]?.address ?? '').toSorted((a, b) => a.localeCompare(b, 'en')),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What a mail server's hook calls back with to refuse. */
export function refusal(responseCode: number): Error {
  return Object.assign(new Error('No'), { responseCode })
}
