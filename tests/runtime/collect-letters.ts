import { pino } from 'pino'
import type { Database } from '../../server/database/database.ts'
import { createDisownLink } from '../../server/identity/single-use-links.ts'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import type { OutgoingLetter } from '../../server/letters/transport.ts'
import { sendDueLetters } from './send-due-letters.ts'

/** Sends all letters that are due, and returns them in order. */
export async function sendAndCollectLetters(
  database: Database,
  perHour = 1_000_000,
): Promise<OutgoingLetter[]> {
  const sent: OutgoingLetter[] = []
  const dispatcher = createDispatcher({
    database,
    transport: { send: async (letter) => void sent.push(letter), close: () => {} },
    log: pino({ level: 'silent' }),
    publicUrl: 'https://minbar.test',
    limit: { calls: perHour, seconds: 3_600 },
    createDisownToken: (address) => createDisownLink(database.reader, address),
  })
  await sendDueLetters(dispatcher)
  return sent
}
