import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { countHeld } from './restore-hold.ts'

/** Milliseconds between two reminders of one process. */
const betweenReminders = 60 * 60_000

/** Makes a chore that warns, at once and then every hour, as long as letters are held since a restore. */
export function heldLettersReminder(log: Pick<FastifyBaseLogger, 'warn'>): (database: Database) => Promise<void> {
  let remindedAt = -Infinity
  return async function remindOfHeldLetters({ reader }) {
    if (performance.now() - remindedAt < betweenReminders) return
    const letters = await countHeld(reader)
    if (letters === 0) return
    remindedAt = performance.now()
    log.warn({ letters }, 'letters are held since a restore: npm run admin -- held-letters')
  }
}
