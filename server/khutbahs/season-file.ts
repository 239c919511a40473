import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getSeasonFile } from '../../contract/khutbahs.ts'
import type { Queryable } from '../database/database.ts'
import { languageName } from '../letters/content/language-name.ts'
import { csvFile } from './csv-file.ts'
import { currentKhutbahs } from './masjid-khutbahs.ts'

type Slot = Awaited<ReturnType<typeof currentKhutbahs>>['khutbahs'][number]['times'][number]

/** Maximum number of slots in a file, earliest first: two years of a busy masjid. */
const maxSlots = 2_000

const columnTitles = ['Date', 'Time', 'Khateeb', 'Status', 'Requests', 'Invites', 'Language', 'Note']

/** Returns a masjid's upcoming slots as a CSV file. The file contains no phone numbers. */
export async function seasonFile(
  reader: Queryable,
  { uid }: InputOf<typeof getSeasonFile>,
): Promise<OutputOf<typeof getSeasonFile>> {
  const { khutbahs } = await currentKhutbahs(reader, uid)
  const slots = khutbahs.flatMap(({ date, times }) => times.map((slot) => ({ date, slot })))
  const rows = slots
    .slice(0, maxSlots)
    .map(({ date, slot }) => [
      date,
      slot.time.time,
      slot.khateebUid === null ? 'N/A' : slot.khateeb,
      statusOf(slot),
      slot.pending.filter((it) => it.direction === 'request').length,
      slot.pending.filter((it) => it.direction === 'invite').length,
      slot.language === null ? '' : languageName(slot.language)('en'),
      slot.note,
    ])
  return { file: csvFile([columnTitles, ...rows]) }
}

function statusOf({ khateebUid, khateebSuspended, awaitsReconfirmation, begun, withdrawal }: Slot): string {
  if (khateebUid !== null) {
    if (khateebSuspended) return 'Khateeb suspended'
    return awaitsReconfirmation ? 'Asked to confirm again' : 'Confirmed'
  }
  if (begun) return 'Started'
  if (withdrawal === null) return 'Open'
  return withdrawal.reason === null ? 'Khateeb left Minbar' : `Withdrew: ${withdrawal.khateeb.name}`
}
