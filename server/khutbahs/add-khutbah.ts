import type { Language } from '../../contract/availability-choices.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import {
  type addKhutbah as addKhutbahCall,
  maxSlotsPerDate,
  maxUpcomingSlots,
} from '../../contract/khutbahs.ts'
import { type PostingResult, type SlotToPost, slotsToPost } from '../../domain/khutbahs/slots-to-post.ts'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { type Actor, type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { splitIntoBatches } from '../database/in-batches.ts'
import { Failure, invalidField } from '../http/failure.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'
import { masjidClock } from './masjid-clock.ts'
import { countRemainingSlots } from './remaining-slots.ts'

const dateFaults = {
  past_date: ['date', 'date_past'],
  date_too_far: ['date', 'date_too_far'],
  last_date_too_far: ['weeks', 'last_date_too_far'],
} as const

/**
 * Posts slots at the given times of a date, and of the same weekday in the following weeks. Existing slots stay unchanged. If one time is
 * invalid on one date, or the masjid would have too many slots, posts no slot.
 */
export async function addKhutbah(
  tx: Tx,
  { masjidUid, date, times, weeks = 1 }: InputOf<typeof addKhutbahCall>,
  by: PartyActor,
): Promise<OutputOf<typeof addKhutbahCall>> {
  // Locks the masjid. So no concurrent call can post slots or change the time zone before this transaction commits.
  const masjid = await masjidClock(tx, masjidUid).forNoKeyUpdate().executeTakeFirstOrThrow()
  const wanted = { date, times: times.map((it) => it.time), weeks }
  const words = new Map(times.map(({ time, language, note }) => [time, { language, note }]))
  const slots = slotsOf(slotsToPost(wanted, masjid.timeZone, masjid.now), weeks).map((slot) => ({
    ...slot,
    ...words.get(slot.time),
  }))
  const added = await postSlots(tx, masjidUid, slots, by)
  if (added.size > 0 && (await countRemainingSlots(tx, masjidUid)) < 0)
    throw invalidField('times', 'slots_too_many', { limit: maxUpcomingSlots })
  const ofDates = await tx
    .selectFrom('slots as s')
    .where('masjid_uid', '=', masjidUid)
    .where('date', 'in', [...new Set(slots.map((it) => it.date))])
    .where('removed_at', 'is', null)
    .orderBy('date')
    .orderBy('time')
    .select(['s.id as slotId', 's.date', slotTime('s').as('time')])
    .execute()
  if (maxSlotsOnOneDate(ofDates) > maxSlotsPerDate)
    throw invalidField('times', 'times_too_many', { limit: maxSlotsPerDate })
  const allTimes = [...new Set(slots.map((it) => it.time))]
  const atTimes = ofDates
    .filter((it) => allTimes.includes(it.time))
    .map((it) => ({ ...it, isNew: added.has(it.slotId) }))
  const timesOf = (isNew: boolean) =>
    allTimes.filter((time) => atTimes.some((it) => it.time === time && it.isNew === isNew))
  return { added: timesOf(true), existing: timesOf(false), slots: atTimes }
}

/** A slot to insert, with the language and the note that the masjid has set for its khateeb. */
type DescribedSlot = SlotToPost & {
  readonly language?: Language | null | undefined
  readonly note?: string | undefined
}

/**
 * Posts the given slots, except those that the masjid already has. The transaction must have locked the masjid.
 * @returns the new slots: their dates and times by slot id
 */
export async function postSlots(
  tx: Tx,
  masjidUid: string,
  slots: readonly DescribedSlot[],
  by: Actor,
): Promise<ReadonlyMap<string, WallClock>> {
  const added = new Map<string, WallClock>()
  for (const batch of splitIntoBatches(slots)) {
    const rows = await tx
      .insertInto('slots')
      .values(
        batch.map((it) => ({
          masjid_uid: masjidUid,
          date: it.date,
          time: it.time,
          starts_at: it.startsAt,
          language: it.language ?? null,
          note: it.note ?? '',
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['masjid_uid', 'date', 'time']).where('removed_at', 'is', null).doNothing(),
      )
      .returning(['id', 'date', slotTime('slots').as('time')])
      .execute()
    for (const { id, ...start } of rows) added.set(id, start)
  }
  const posted = [...added.keys()].map((slotId) => ({ event: 'slot_posted', masjidUid, slotId }) as const)
  await recordAudit(tx, by, posted)
  return added
}

function maxSlotsOnOneDate(slots: readonly { readonly date: string }[]): number {
  const counts = new Map<string, number>()
  for (const { date } of slots) counts.set(date, (counts.get(date) ?? 0) + 1)
  return Math.max(...counts.values())
}

/** Returns the slots to insert. Throws a 400 with a field error for the date or the weeks, or for each invalid time. */
function slotsOf(posting: PostingResult, weeks: number): readonly SlotToPost[] {
  if (posting.kind === 'slots') return posting.slots
  if (posting.kind !== 'bad_times') {
    const [field, code] = dateFaults[posting.kind]
    throw invalidField(field, code)
  }
  const fieldErrors = posting.bad.map(({ index, date, why }) => [
    `times.${index}.time`,
    [why === 'past' ? { code: 'time_past', params: {} } : skippedTimeError(date, weeks)],
  ])
  throw new Failure('invalid_input', { fieldErrors: Object.fromEntries(fieldErrors) })
}

/** Returns the error for a time that the clocks skip. The error contains the date if the call posts several weeks. */
function skippedTimeError(date: string, weeks: number) {
  return weeks === 1 ? { code: 'time_skipped', params: {} } : { code: 'time_skipped_on', params: { date } }
}
