import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Database } from '../../../server/database/database.ts'
import { type ReadEvent, readCalendar } from '../../runtime/read-calendar.ts'
import { sendLetters } from '../../runtime/send-due-letters.ts'

/** The calendars of mail programs. For each address, a calendar has the events that were attached to letters, in their newest versions. */
export class MailCalendars {
  readonly #dataDir: string
  readonly #events = new Map<string, Map<string, ReadEvent>>()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  eventsOf(address: string): Map<string, ReadEvent> {
    const known = this.#events.get(address) ?? new Map<string, ReadEvent>()
    this.#events.set(address, known)
    return known
  }

  /** Sends all due letters, and reads their calendar files in the order of sending. */
  async deliver(database: Database): Promise<void> {
    const folder = join(this.#dataDir, 'letters')
    await rm(folder, { recursive: true, force: true })
    await sendLetters({ database, dataDir: this.#dataDir })
    const names: string[] = await readdir(folder).catch(() => [])
    for (const name of names.toSorted()) {
      const { to, attachments } = await PostalMime.parse(await readFile(join(folder, name)), {
        attachmentEncoding: 'utf8',
      })
      for (const { content } of attachments)
        if (typeof content === 'string') this.#take(to?.[0]?.address ?? '', content)
    }
  }

  #take(address: string, file: string): void {
    const events = this.eventsOf(address)
    for (const event of readCalendar(file)) {
      const had = events.get(event.uid)
      if (had === undefined || event.sequence > had.sequence) events.set(event.uid, event)
    }
  }
}
