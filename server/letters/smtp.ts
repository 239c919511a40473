import nodemailer, { type NodemailerError } from 'nodemailer'
import { mailOf, type Sender } from './mail.ts'
import { LetterRefused, type Transport } from './transport.ts'

/** Milliseconds a letter gets from waiting for a connection to the server's last word; well below the lease on it. */
const sendingAtMost = 60_000

/** Sends letters through the SMTP server that `url` names, over a few connections that stay open for a while. */
export function smtpTransport(url: string, from: Sender): Transport {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    // Once, for a connection that the server closed while it lay idle; the outbox tries again after that.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(letter) {
      try {
        await pool.sendMail({ ...mailOf(letter, from), signal: AbortSignal.timeout(sendingAtMost) })
      } catch (error) {
        throw isRefusal(error) ? new LetterRefused(error.message, { cause: error }) : error
      }
    },
    close: () => pool.close(),
  }
}

/**
 * Whether the server turned down this very letter or recipient for good (5xx). One that turns down the sender, the
 * password or the whole session is wrongly set up: the letters wait until that is mended.
 */
function isRefusal(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { permanent, command }: NodemailerError = error
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}
