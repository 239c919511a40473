import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { makeCalendarAddress } from '../../contract/calendar.ts'
import { databaseNow } from '../../server/database/database.ts'
import type { LetterKind } from '../../server/letters/content/letter.ts'
import type { OutgoingLetter } from '../../server/letters/transport.ts'
import type { TestApp } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import type { TestAccount } from '../runtime/people.ts'
import { readCalendar } from '../runtime/read-calendar.ts'
import { sendLetters } from '../runtime/send-due-letters.ts'
import { moveSlotTo, type Slot, slotSeenBy } from '../runtime/slots.ts'

/** Sends the queued letters. Returns the calendar files that are attached to the letters to an account. */
export async function sendAndReadCalendarFiles(app: TestApp, account: TestAccount, perHour?: number) {
  const files: { type: string; method: string; events: ReturnType<typeof readCalendar> }[] = []
  for (const { attachments } of await sendAndReadLetters(app, account, perHour)) {
    for (const { mimeType, content, method = '' } of attachments)
      files.push({ type: mimeType, method, events: readCalendar(new TextDecoder().decode(bytesOf(content))) })
  }
  return files
}

/** Sends the queued letters. Returns the subjects of the letters to an account, except the welcome letter. */
export async function sendAndListSubjects(app: TestApp, account: TestAccount) {
  const subjects = (await sendAndReadLetters(app, account)).map(({ subject = '' }) => subject)
  return subjects.filter((it) => !it.startsWith('Welcome'))
}

/** Sends the queued letters. Returns the letters to an account. */
async function sendAndReadLetters({ database }: TestApp, { email }: TestAccount, perHour?: number) {
  const dataDir = await newDataFolder()
  await sendLetters({ database, dataDir, ...(perHour !== undefined && { perHour }) })
  const folder = join(dataDir, 'letters')
  const letters = []
  const names: string[] = await readdir(folder).catch(() => [])
  for (const name of names.toSorted())
    letters.push(await PostalMime.parse(await readFile(join(folder, name))))
  return letters.filter(({ to }) => to?.[0]?.address === email)
}

/** Returns an attachment as bytes. Throws for a string: PostalMime returns strings only on request. */
function bytesOf(content: ArrayBuffer | Uint8Array | string): ArrayBuffer | Uint8Array {
  if (typeof content === 'string') throw new Error('The content is decoded already')
  return content
}

/** Returns the events in each calendar file of a letter. */
export function calendarsIn({ calendar }: Pick<OutgoingLetter, 'calendar'>) {
  return calendar.map(({ content }) => readCalendar(content))
}

/** Makes a calendar address. Returns the events in the account's calendar. */
export async function createAndReadCalendar({ baseUrl }: TestApp, { client }: TestAccount) {
  const { path } = await client.call(makeCalendarAddress, {})
  return readCalendar(await (await fetch(`${baseUrl}${path}`)).text())
}

/** The masjid moves the slot to another hour of its date. Returns the moved slot. */
export async function moveToHour(masjid: TestAccount, slot: Slot, khutbahTime: string): Promise<Slot> {
  await moveSlotTo(masjid, slot, khutbahTime)
  return { ...slot, khutbahTime }
}

/** The khateeb confirms the current start of the slot. */
export async function confirmNewStart(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  const { startsAt: seenStart } = await slotSeenBy(masjid, slot)
  await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart, ...slot })
}

/** Makes the unsent letters of this kind due again. */
export async function makeLettersDue({ database }: TestApp, kind: LetterKind): Promise<void> {
  await database.db
    .updateTable('letters')
    .set({ next_attempt_at: databaseNow })
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .execute()
}

/** Makes the letters due that wait for their recipients' daily digests. */
export async function makeHeldLettersDue({ database }: TestApp): Promise<void> {
  await sql`update letters set next_attempt_at = minbar_now() where held`.execute(database.db)
}
