import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { Queryable } from '../database/database.ts'
import type { PlanSlot, PlanSlotToMove } from './planned-slots.ts'
import { possibleMoves } from './possible-moves.ts'
import type { PlanningMasjid } from './stored-plan.ts'

interface ServiceToMove extends PlanSlotToMove {
  /** Whether the slot has a khateeb, a pending proposal, or a pending question by email. */
  readonly hasPeople: boolean
}

/**
 * Returns the moves of slots to the new times of their services, and the slots without people that are removed instead of being moved:
 * services that begin together share one slot. If several services get the same new time, only one slot moves: one with people, if such a
 * slot can move.
 * @param staying the starts of the plan's slots whose services keep their time
 */
export async function movesOfServices(
  reader: Queryable,
  masjid: PlanningMasjid,
  wanted: readonly ServiceToMove[],
  { removes, staying }: { readonly removes: readonly PlanSlot[]; readonly staying: readonly WallClock[] },
) {
  const needless: ServiceToMove[] = []
  /** Slots that can't move while another slot has the same new time, so that the other slot may move. */
  const stuck: ServiceToMove[] = []
  for (;;) {
    const rest = wanted.filter((it) => !needless.includes(it))
    const candidates = rest.filter((it) => !stuck.includes(it))
    const chosen = onePerStart(candidates)
    const moves = await possibleMoves(reader, masjid, chosen, [...removes, ...needless])
    const moving = new Set(moves.map((it) => it.slotId))
    const filled = new Set([...staying.map(startOf), ...moves.map(newStartOf)])
    const newlyNeedless = rest.filter(
      (it) => !it.hasPeople && !moving.has(it.slotId) && filled.has(newStartOf(it)),
    )
    const replaceable = chosen.filter(
      (it) =>
        !moving.has(it.slotId) &&
        candidates.some((other) => other !== it && newStartOf(other) === newStartOf(it)),
    )
    if (newlyNeedless.length + replaceable.length === 0) return { moves, needless }
    // A removed slot no longer blocks its time, so the slots that could not move are tried again first.
    needless.push(...newlyNeedless)
    if (newlyNeedless.length === 0) stuck.push(...replaceable)
  }
}

/** Returns one slot for each new start, if possible a slot with people, because a plan never removes such a slot. */
function onePerStart(slots: readonly ServiceToMove[]): readonly ServiceToMove[] {
  const chosen = new Map<string, ServiceToMove>()
  for (const slot of slots) {
    const other = chosen.get(newStartOf(slot))
    if (other === undefined || (slot.hasPeople && !other.hasPeople)) chosen.set(newStartOf(slot), slot)
  }
  return slots.filter((it) => chosen.get(newStartOf(it)) === it)
}

const startOf = ({ date, time }: WallClock) => `${date} ${time}`

const newStartOf = ({ date, toTime }: PlanSlotToMove) => `${date} ${toTime}`
