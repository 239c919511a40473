import nodemailer, { type NodemailerError } from 'nodemailer'
import type { Sender } from '../mail-sender.ts'
import { maxInFlight } from './in-flight.ts'
import { mailOptions } from './mail-options.ts'
import { LetterRefusedError, type Transport } from './transport.ts'

const minute = 60_000

/**
 * Milliseconds, from RFC 5321, 4.5.3.2: a mail server may take five minutes for its greeting and ten for its reply to a letter. A client
 * that disconnects earlier would send the letter again and again. `socketTimeout` applies to silence after any command, so it must be the
 * longest. The extra time allows a reply in the last second to arrive.
 */
const timeouts = {
  /** The total for the DNS lookup, connecting, the greeting and the start of TLS. */
  connectionTimeout: 6 * minute,
  greetingTimeout: 5 * minute + 10_000,
  socketTimeout: 10 * minute + 10_000,
  /**
   * How long we wait for the server to close its side of a connection after we have closed ours. This wait delays the exit of the process.
   */
  socketCloseTimeout: 1_000,
}

/** Opens a transport that sends letters through the SMTP server at `url`. It uses a pool of connections, which are closed when idle. */
export function smtpTransport(url: string, from: Sender): Transport {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    // One connection for each letter in flight, opened on demand. So no letter waits behind a letter whose sending hangs.
    maxConnections: maxInFlight,
    // One retry, because the server may have closed an idle connection. After that, the outbox retries.
    maxRequeues: 1,
    ...timeouts,
  })
  return {
    async send(letter, signal) {
      try {
        await pool.sendMail({ ...mailOptions(letter, from), signal })
      } catch (error) {
        throw isLetterRefused(error) ? new LetterRefusedError(error.message, { cause: error }) : error
      }
    },
    close: () => pool.close(),
  }
}

/**
 * Whether the server permanently refused this letter or this recipient (5xx). False if it refused the sender, the password, the session or
 * relaying. In that case a setting is wrong, and letters are retried until it is corrected. Also false if the recipient's mailbox is full.
 */
function isLetterRefused(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { permanent, command, response = '' }: NodemailerError = error
  if (permanent !== true || isMailboxFull(response, command)) return false
  return command === 'DATA' || (command === 'RCPT TO' && isMailboxRefused(response))
}

/**
 * Whether a 5xx after RCPT TO is about the recipient's mailbox. Many servers wait until RCPT TO before they refuse a wrong sender, or a
 * client without a password. If the response has an enhanced code (RFC 3463), this code decides: 5.1 and 5.2 are about the mailbox, except
 * 5.1.7 and 5.1.8, which are about the sender's mailbox. Otherwise the reply code decides: 550 to 553 are about the mailbox (RFC 5321,
 * 4.2.3). A full mailbox is an exception: see `isMailboxFull`.
 */
function isMailboxRefused(response: string): boolean {
  const enhanced = enhancedCodeOf(response)
  if (enhanced === undefined) return /^55[0-3]/.test(response)
  // Exchange Online refuses an unknown mailbox with this code. It uses the same code to refuse relaying, which means a wrong setting.
  if (enhanced === '5.4.1') return /recipient address rejected/i.test(response)
  return /^5\.[12]\./.test(enhanced) && enhanced !== '5.1.7' && enhanced !== '5.1.8'
}

/**
 * Whether a 5xx says that the recipient's mailbox is full. RFC 3463 (3.3) calls 5.2.2 a persistent transient failure, because the recipient
 * can delete messages. Without an enhanced code, a 552 after RCPT TO counts as a full mailbox, too: RFC 5321 (4.5.3.1.10) asks clients to
 * treat it as temporary. After the content, a 552 can mean both (RFC 5321, 4.2.3; RFC 1870, 6), so its text decides. If the content is too
 * large or unwanted, a retry would be refused again.
 */
function isMailboxFull(response: string, command: string | undefined): boolean {
  const enhanced = enhancedCodeOf(response)
  if (enhanced !== undefined) return enhanced === '5.2.2'
  const saysFull = /storage allocation|quota|mailbox( is)? full/i.test(response)
  return response.startsWith('552') && (command === 'RCPT TO' || saysFull)
}

/** Returns the enhanced code (RFC 3463) of a 5xx response; undefined without one. */
function enhancedCodeOf(response: string): string | undefined {
  return /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}
