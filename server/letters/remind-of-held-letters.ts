import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { countHeld } from './restore-hold.ts'

/** Milliseconds between two reminders of one process. */
const reminderInterval = 60 * 60_000

/** Creates a periodic job that logs a warning, at most once an hour, while letters are held since a restore. */
export function heldLettersReminder(
  log: Pick<FastifyBaseLogger, 'warn'>,
): (database: Database) => Promise<void> {
  let remindedAt = -Infinity
  return async function remindOfHeldLetters({ reader }) {
    if (performance.now() - remindedAt < reminderInterval) return
    const letters = await countHeld(reader)
    if (letters === 0) return
    remindedAt = performance.now()
    log.warn({ letters }, 'letters are held since a restore: npm run admin -- held-letters')
  }
}
