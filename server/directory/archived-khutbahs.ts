import type { getArchivedKhutbahs } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { archivedKhutbahs } from '../khutbahs/masjid-khutbahs.ts'

/** A page of a masjid's archived khutbahs. Sets the cursor of the next page. */
export async function archivedKhutbahsPage(
  context: SignedInContext,
  { uid, limit = defaultPageSize, cursor }: InputOf<typeof getArchivedKhutbahs>,
): Promise<OutputOf<typeof getArchivedKhutbahs>> {
  const before = readCursor(cursor, 'date')?.[0]
  const found = await archivedKhutbahs(context.database.reader, uid, {
    before: before === undefined ? null : String(before),
    limit: limit + 1,
  })
  return pageOf(context, found, limit, ({ date }) => [date, uid])
}
