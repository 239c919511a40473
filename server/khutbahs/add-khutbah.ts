import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { type addKhutbah as addKhutbahCall, maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { type PostingResult, type SlotToPost, slotsToPost } from '../../domain/khutbahs/slots-to-post.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure, invalidField } from '../http/failure.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'

const dateFaults = { past_date: 'date_past', date_too_far: 'date_too_far' } as const
const timeFaults = { skipped: 'time_skipped', past: 'time_past' } as const

/** Posts slots at the given times of a date. Existing slots stay unchanged. If one time is invalid, none is posted. */
export async function addKhutbah(
  tx: Tx,
  { masjidUid, date, times }: InputOf<typeof addKhutbahCall>,
  by: PartyActor,
): Promise<OutputOf<typeof addKhutbahCall>> {
  // Locks the masjid: only one posting at a time may check the number of slots, and the time zone must not change meanwhile.
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select(['time_zone as timeZone', databaseNow.as('now')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const wanted = times.map((it) => it.time)
  const posting = slotsToPost(date, wanted, masjid.timeZone, masjid.now)
  const slots = slotsOf(posting)
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
  if (ofDate.length > maxSlotsPerDate)
    throw invalidField('times', 'times_too_many', { limit: maxSlotsPerDate })
  const posted = added.map(({ id }) => ({ event: 'slot_posted', masjidUid, slotId: id }) as const)
  await recordAudit(tx, by, posted)
  const addedTimes = new Set(added.map((it) => it.time.slice(0, 5)))
  const allTimes = slots.map((it) => it.time)
  return {
    added: allTimes.filter((it) => addedTimes.has(it)),
    existing: allTimes.filter((it) => !addedTimes.has(it)),
    slots: ofDate.filter((it) => allTimes.includes(it.time)),
  }
}

/** The slots to insert. Throws a 400 with a field error for the date, or for each invalid time. */
function slotsOf(posting: PostingResult): readonly SlotToPost[] {
  if (posting.kind === 'slots') return posting.slots
  if (posting.kind !== 'bad_times') throw invalidField('date', dateFaults[posting.kind])
  const fieldErrors = posting.bad.map(({ index, why }) => [
    `times.${index}.time`,
    [{ code: timeFaults[why], params: {} }],
  ])
  throw new Failure('invalid_input', { fieldErrors: Object.fromEntries(fieldErrors) })
}
