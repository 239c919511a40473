import { fieldErrorMessage } from '../../contract/field-errors.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { judgeMove, type SlotStart } from '../../domain/khutbahs/move-slot.ts'
import { slotsToPost } from '../../domain/khutbahs/slots-to-post.ts'
import type { Queryable } from '../database/database.ts'
import { Failure, type FieldErrors, invalidField } from '../http/failure.ts'
import { loadSlotsToMove, type PlannedMove, type SlotToMove } from './move-context.ts'

/** A slot, its new date and time, and the start that the caller saw. `seenStart` is null if the call doesn’t send it. */
export interface Move extends PlannedMove {
  readonly seenStart: Date | null
}

/** A slot that may move. `asksAgain`: its khateeb must confirm the new start. */
export interface JudgedMove extends SlotToMove {
  readonly asksAgain: boolean
}

/**
 * Returns the slots that move, without those that already have their new date and time. Throws a `Failure` if one of the slots is not
 * allowed to move.
 */
export async function judgeMoves(
  reader: Queryable,
  masjidUid: string,
  moves: readonly Move[],
): Promise<readonly JudgedMove[]> {
  const slots = await loadSlotsToMove(reader, masjidUid, moves)
  if (slots.length < moves.length) throw new Failure('not_found')
  const moved = slots.flatMap((slot) => {
    const seenStart = moves.find((it) => it.slotId === slot.slotId)?.seenStart ?? null
    const verdict = judgeMove({ ...slot, seenStart })
    if (verdict.kind === 'unchanged') return []
    if (verdict.kind === 'move') return [{ ...slot, asksAgain: verdict.asksAgain }]
    const { code, details } = failureOf(verdict, slot)
    throw new Failure(code, { ...details, about: { slotId: slot.slotId } })
  })
  await refuseTooManySlots(reader, masjidUid, moved)
  return moved
}

function failureOf(
  verdict: Extract<ReturnType<typeof judgeMove>, { kind: 'refused' | 'khateeb_busy' }>,
  { to, confirmed }: SlotToMove,
): Failure {
  if (verdict.kind === 'khateeb_busy') {
    const params = {
      khateeb: confirmed?.khateebName ?? '',
      date: verdict.other.date,
      time: verdict.other.time,
    }
    return timeFieldFailure('khateeb_busy', { code: 'khateeb_at_that_time', params })
  }
  if (verdict.why !== 'slot_exists') return new Failure(verdict.why)
  return timeFieldFailure('slot_exists', {
    code: 'slot_at_that_time',
    params: { date: to.date, time: to.time },
  })
}

/** Creates a failure whose message is at the field `toTime` and names the khutbah at that time. */
function timeFieldFailure(code: 'khateeb_busy' | 'slot_exists', error: FieldErrors[string][number]): Failure {
  return new Failure(code, { sentence: fieldErrorMessage(error), fieldErrors: { toTime: [error] } })
}

/**
 * Returns the start of a slot from the date and time in a call. Throws a 400 if this time does not exist, is past, or is more than two
 * years ahead.
 */
export function startOf(
  { toDate, toTime }: { readonly toDate: string; readonly toTime: string },
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): SlotStart {
  const found = slotsToPost({ date: toDate, times: [toTime], weeks: 1 }, timeZone, now)
  if (found.kind === 'past_date') throw invalidField('toDate', 'date_past')
  if (found.kind === 'bad_times')
    throw invalidField('toTime', found.bad[0]?.why === 'skipped' ? 'time_skipped' : 'time_past')
  const [start] = found.kind === 'slots' ? found.slots : []
  if (start === undefined) throw invalidField('toDate', 'date_too_far')
  return start
}

/**
 * Throws a 400 if a date would have too many slots. A transaction that moves slots has locked the masjid, so no concurrent posting can add
 * slots to the date. A preview takes no locks.
 */
async function refuseTooManySlots(
  reader: Queryable,
  masjidUid: string,
  moved: readonly JudgedMove[],
): Promise<void> {
  const dates = [...new Set(moved.map(({ to }) => to.date))]
  if (dates.length === 0) return
  const rows = await reader
    .selectFrom('slots')
    .where('masjid_uid', '=', masjidUid)
    .where('date', 'in', dates)
    .where('removed_at', 'is', null)
    .where(
      'id',
      'not in',
      moved.map((it) => it.slotId),
    )
    .groupBy('date')
    .select(['date', (eb) => eb.fn.countAll<string>().as('count')])
    .execute()
  for (const { date, count } of rows) {
    const arriving = moved.filter(({ to }) => to.date === date).length
    if (Number(count) + arriving > maxSlotsPerDate)
      throw invalidField('toDate', 'times_too_many', { limit: maxSlotsPerDate })
  }
}
