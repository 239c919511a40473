import type { updateAvailability as updateCall } from '../../contract/availability.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { invalidField } from '../http/failure.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { lockKhateeb } from '../proposals/lock-and-load.ts'
import { awayDateBounds } from './own-availability.ts'

/**
 * Updates a khateeb’s availability settings. Locks his row, as an invite does, so that a concurrent invite is either already sent or judged
 * by the new settings. Pending proposals and assignments on dates away stay.
 */
export async function updateAvailability(
  tx: Tx,
  zips: ZipTable,
  by: PartyActor,
  changes: Omit<InputOf<typeof updateCall>, 'uid'>,
): Promise<void> {
  const { uid } = by
  const { awayDates, languages, ...limits } = changes
  // The account may have been deleted after the call began. The session then no longer acts for this khateeb.
  await lockKhateeb(tx, uid, 'session_changed')
  // Kysely ignores undefined fields, so settings that the call leaves out stay unchanged.
  const set = {
    max_a_month: limits.maxAMonth,
    max_miles: limits.maxMiles,
    weeks_between: limits.weeksBetween,
    languages: languages && [...new Set(languages)].toSorted(),
    short_notice: limits.shortNotice,
  }
  await tx
    .insertInto('availability')
    .values({ khateeb_uid: uid, ...set })
    .onConflict((same) =>
      same.column('khateeb_uid').doUpdateSet((row) => ({
        ...set,
        // SQL needs at least one column to update, even if the call leaves out all settings.
        short_notice: set.short_notice ?? row.ref('availability.short_notice'),
      })),
    )
    .execute()
  if (awayDates !== undefined) await setAwayDates(tx, uid, awayDates, await awayDateBounds(tx, zips, uid))
  await recordAudit(tx, by, [{ event: 'availability_changed', khateebUid: uid }])
}

async function setAwayDates(
  tx: Tx,
  uid: string,
  awayDates: readonly string[],
  { today, lastDate }: Awaited<ReturnType<typeof awayDateBounds>>,
): Promise<void> {
  const dates = [...new Set(awayDates)].filter((date) => date >= today)
  if (dates.some((date) => date > lastDate)) throw invalidField('awayDates', 'date_too_far')
  await tx.deleteFrom('away_dates').where('khateeb_uid', '=', uid).execute()
  if (dates.length === 0) return
  await tx
    .insertInto('away_dates')
    .values(dates.map((date) => ({ khateeb_uid: uid, date })))
    .execute()
}
