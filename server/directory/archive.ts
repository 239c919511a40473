import type { getArchivedKhutbahs } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { SignedIn } from '../http/route.ts'
import { archivedKhutbahs } from '../khutbahs/own-khutbahs.ts'
import { readCursor, writeCursor } from './cursor.ts'

const pageLength = 20

/** A page of a masjid's past khutbahs; sets the cursor of the next one. */
export async function archive(
  context: SignedIn,
  { uid, limit = pageLength, cursor }: InputOf<typeof getArchivedKhutbahs>,
): Promise<OutputOf<typeof getArchivedKhutbahs>> {
  const before = readCursor(cursor, 'date')?.[0]
  const found = await archivedKhutbahs(context.database.reader, uid, {
    before: before === undefined ? null : String(before),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  if (found.length > limit && last !== undefined) context.nextCursor(writeCursor([last.date, uid]))
  return page
}
