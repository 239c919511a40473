import nodemailer, { type NodemailerError } from 'nodemailer'
import { inFlightAtMost } from './in-flight.ts'
import { mailOptions, type Sender } from './mail-options.ts'
import { LetterRefused, type Transport } from './transport.ts'

const minute = 60_000

/**
 * Milliseconds, from RFC 5321, 4.5.3.2: a mail server may take five minutes for its greeting and ten for its answer to
 * a letter. A client that hangs up earlier sends the letter again and again. `socketTimeout` is for silence after any
 * command, so it has to be the longest one; the margins let an answer in the last second arrive.
 */
const timeouts = {
  /** The look-up of the name, connecting, the greeting and the start of TLS together. */
  connectionTimeout: 6 * minute,
  greetingTimeout: 5 * minute + 10_000,
  socketTimeout: 10 * minute + 10_000,
  /** How long a connection that this side has closed waits for the server to do so: it holds up the process's exit. */
  socketCloseTimeout: 1_000,
}

/** Sends letters through the SMTP server that `url` names, over connections that are reused and closed when idle. */
export function smtpTransport(url: string, from: Sender): Transport {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    // A connection for each letter in flight, so that none waits behind a hanging one; they are opened as needed.
    maxConnections: inFlightAtMost,
    // One retry, for a connection that the server closed while it was idle; the outbox retries after that.
    maxRequeues: 1,
    ...timeouts,
  })
  return {
    async send(letter, signal) {
      try {
        await pool.sendMail({ ...mailOf(letter, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new LetterRefused(error.message, { cause: error }) : error
      }
    },
    close: () => pool.close(),
  }
}

/**
 * Whether the server permanently refused this letter or this recipient (5xx). If it refused the sender, the password
 * or the session, a setting is wrong: the letters wait until it is corrected.
 */
function isRefusal(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { permanent, command }: NodemailerError = error
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}
