import { pino } from 'pino'
import type { Database } from '../../server/database/database.ts'
import { letterLinkCreators } from '../../server/letter-links.ts'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import type { OutgoingLetter } from '../../server/letters/transport.ts'
import { emailChannelThrough } from './email-channel.ts'
import { sendDueLetters } from './send-due-letters.ts'

/**
 * Sends all due letters. Returns the letters that the mail server accepted, in the order of their acceptance.
 * @param deliver the mail server's response to each letter; by default it accepts all
 */
export async function sendAndCollectLetters(
  database: Database,
  perHour = 1_000_000,
  deliver: (letter: OutgoingLetter) => Promise<void> = async () => {},
): Promise<OutgoingLetter[]> {
  const sent: OutgoingLetter[] = []
  const dispatcher = createDispatcher({
    database,
    channels: emailChannelThrough({
      async send(letter) {
        await deliver(letter)
        sent.push(letter)
      },
    }),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://minbar.test',
    limit: { calls: perHour, seconds: 3_600 },
    ...letterLinkCreators(database),
  })
  await sendDueLetters(dispatcher)
  return sent
}

/** Sends all due letters. Returns the letters to one account. */
export async function sendAndCollectLettersTo(
  database: Database,
  { email }: { readonly email: string },
  perHour?: number,
): Promise<OutgoingLetter[]> {
  return (await sendAndCollectLetters(database, perHour)).filter(({ to }) => to === email)
}

/** Sends all due letters. Returns the kinds of the letters to one account. */
export async function sendAndListKindsTo(
  database: Database,
  account: { readonly email: string },
): Promise<string[]> {
  return (await sendAndCollectLettersTo(database, account)).map(({ kind }) => kind)
}
