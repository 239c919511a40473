import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { judgeMove, type SlotStart } from '../../domain/khutbahs/move-slot.ts'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import type { Queryable } from '../database/database.ts'
import type { JudgedMove } from '../khutbahs/judge-moves.ts'
import { loadSlotsToMove } from '../khutbahs/move-context.ts'
import { movedTooOften } from '../khutbahs/refuse-too-many-moves.ts'
import type { PlanSlot, PlanSlotToMove } from './planned-slots.ts'
import type { PlanningMasjid } from './stored-plan.ts'

/**
 * Returns the moves that can be made together. Leaves out moves to a past start, to the time of another slot, or to the hour of another
 * khutbah of the khateeb. Also leaves out moves of a confirmed slot that has moved too often. Repeats the check, because a slot that does
 * not move may block another move.
 */
export async function possibleMoves(
  reader: Queryable,
  { uid, timeZone, now }: PlanningMasjid,
  wanted: readonly PlanSlotToMove[],
  removes: readonly PlanSlot[],
) {
  const leaving = removes.map((it) => it.slotId)
  let moves = wanted.flatMap((move) => {
    const startsAt = instantOf(move.date, move.toTime, timeZone)
    if (startsAt === null || !isUpcoming(startsAt, now)) return []
    const to: SlotStart = { date: move.date, time: move.toTime, startsAt }
    return [{ ...move, to }]
  })
  const ids = moves.map((it) => it.slotId)
  const often = await movedTooOften(reader, { event: 'slot_moved', masjidUid: uid, subject: 'slot_id', ids })
  const movedTooOftenIds = new Set(often.map((it) => it.id))
  for (;;) {
    const slots = await loadSlotsToMove(reader, uid, moves, leaving)
    const judged = new Map<string, JudgedMove>()
    for (const slot of slots) {
      if (slot.confirmed !== null && movedTooOftenIds.has(slot.slotId)) continue
      const verdict = judgeMove({ ...slot, seenStart: null })
      if (verdict.kind === 'move') judged.set(slot.slotId, { ...slot, asksAgain: verdict.asksAgain })
    }
    const possible = moves.flatMap((move) => {
      const found = judged.get(move.slotId)
      return found === undefined ? [] : [{ ...move, judged: found }]
    })
    if (possible.length === moves.length) return possible
    moves = possible
  }
}
