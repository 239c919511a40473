import type { OutputOf } from '../../contract/endpoint.ts'
import { type addKhutbah as addKhutbahCall, maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { type SlotToPost, type PostingResult, slotsToPost } from '../../domain/khutbahs/slots-to-post.ts'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { slotTime } from '../fragments/slot-time.ts'
import { Failure, invalid } from '../http/failure.ts'

const badDates = { past_date: 'date_past', date_too_far: 'date_too_far' } as const
const badTimes = { skipped: 'time_skipped', past: 'time_past' } as const

type Added = OutputOf<typeof addKhutbahCall>

/** Posts the times of a date, HH:MM each. Those already there stay as they are; nothing is posted when one is wrong. */
export async function addKhutbah(
  tx: Tx,
  masjidUid: string,
  date: string,
  times: readonly string[],
): Promise<Added> {
  // One posting after the other, as a date's slots are counted, and none while the zone changes that the times are read in.
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select(['time_zone as timeZone', now.as('now')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const slots = slotsOf(slotsToPost(date, times, masjid.timeZone, masjid.now))
  const added = await tx
    .insertInto('slots')
    .values(slots.map(({ time, startsAt }) => ({ masjid_uid: masjidUid, date, time, starts_at: startsAt })))
    .onConflict((conflict) =>
      conflict.columns(['masjid_uid', 'date', 'time']).where('removed_at', 'is', null).doNothing(),
    )
    .returning(['id', 'time'])
    .execute()
  const ofDate = await tx
    .selectFrom('slots as s')
    .where('masjid_uid', '=', masjidUid)
    .where('date', '=', date)
    .where('removed_at', 'is', null)
    .orderBy('time')
    .select(['s.id as slotId', slotTime('s').as('time')])
    .execute()
  if (ofDate.length > maxSlotsPerDate) throw invalid('times', 'times_too_many', { limit: maxSlotsPerDate })
  const posted = added.map(({ id }) => ({ event: 'slot_posted', masjidUid, slotId: id }) as const)
  await recordAudit(tx, { role: 'masjid', uid: masjidUid }, posted)
  const isNew = new Set(added.map((it) => it.time.slice(0, 5)))
  const all = slots.map((it) => it.time)
  return {
    added: all.filter((it) => isNew.has(it)),
    existing: all.filter((it) => !isNew.has(it)),
    slots: ofDate.filter((it) => all.includes(it.time)),
  }
}

/** What is to be posted; throws a 400 that names the date, or every bad time. */
function slotsOf(posting: PostingResult): readonly SlotToPost[] {
  if (posting.kind === 'slots') return posting.slots
  if (posting.kind !== 'bad_times') throw invalid('date', badDates[posting.kind])
  const faults = posting.bad.map(({ index, why }) => [
    `times.${index}.time`,
    [{ code: badTimes[why], params: {} }],
  ])
  throw new Failure('invalid_input', { faults: Object.fromEntries(faults) })
}
