import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { closeWhenDone } from './close-when-done.ts'
import { portOf } from './listen.ts'

/** A running SMTP server for tests. */
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

interface MailServerOptions extends SMTPServerOptions {
  /** Delays the response to a letter until the promise resolves. By default the server responds immediately. */
  readonly answerAfter?: (address: string) => Promise<void>
}

/**
 * Starts a mail server on 127.0.0.1. The end of the test or the file stops it. It accepts every letter, unless the options say otherwise.
 */
export async function startMailServer(
  { answerAfter = async () => {}, ...options }: MailServerOptions = {},
  port = 0,
) {
  const received: Email[] = []
  const raw: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Idle connections of a pool must not keep the server from closing.
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const keep = async () => {
        try {
          const letter = await buffer(stream)
          received.push(await PostalMime.parse(letter))
          raw.push(letter)
        } catch {
          // The sender disconnected before the end of the letter, so the letter counts as not sent.
          return
        }
        await answerAfter(envelope.rcptTo[0]?.address ?? '')
        done()
      }
      void keep()
    },
    ...options,
  })
  // Ignore errors, because some tests break connections on purpose.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const bound = portOf(listening)
  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    /** The letters received so far, parsed. Includes letters that are not yet answered. */
    received,
    /** The received letters, unparsed. */
    raw,
    /** Returns the sorted recipients of the received letters. */
    recipients: () =>
      received.map(({ to }) => to?.[0]?.address ?? '').toSorted((a, b) => a.localeCompare(b, 'en')),
    close: closeWhenDone(() => new Promise<void>((resolve) => server.close(() => resolve()))),
  }
}

/** Returns an SMTP error with this response code and text, for the hooks of the mail server. */
export function smtpError(responseCode: number, text = 'No'): Error {
  return Object.assign(new Error(text), { responseCode })
}
