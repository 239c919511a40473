import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { requestSlots as endpoint } from '../../contract/proposals.ts'
import { overlappingSlot } from '../../domain/proposals/overlapping-slot.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { LockedSlot } from './lock-and-load.ts'
import { proposeKhateebsForSlots } from './propose-several.ts'

/**
 * Requests several slots for a khateeb, at one masjid or several: see `proposeKhateebsForSlots`. The slots must not overlap, so that he can
 * lead all of them.
 */
export async function requestSlots(
  tx: Tx,
  { khateebUid, slots }: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<OutputOf<typeof endpoint>> {
  const created = await proposeKhateebsForSlots(
    tx,
    'request',
    { khateebUids: [khateebUid], slots },
    by,
    refuseOverlap,
  )
  return { changed: created.length > 0, requests: created.length }
}

function refuseOverlap(slots: readonly LockedSlot[]): void {
  const slot = overlappingSlot(slots)
  if (slot !== undefined) throw new Failure('slots_overlap', { about: { slotId: slot.slotId } })
}
