import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { previewMove as endpoint } from '../../contract/khutbahs.ts'
import type { SignedInContext } from '../http/route.ts'
import { consequencesOf, noConsequences } from './consequences-of-move.ts'
import { judgeMoves, startOf } from './judge-moves.ts'
import { masjidClock } from './masjid-clock.ts'

/** What moving a slot would do now, without locks. */
export async function previewMove(
  { caller, database: { reader } }: SignedInContext,
  { slotId, toDate, toTime }: InputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const masjid = await masjidClock(reader, caller.uid).executeTakeFirstOrThrow()
  const to = startOf({ toDate, toTime }, masjid)
  const [moved] = await judgeMoves(reader, caller.uid, [{ slotId, to, seenStart: null }])
  if (moved === undefined) return { ...noConsequences, khateebName: null }
  return { ...consequencesOf(moved), khateebName: moved.confirmed?.khateebName ?? null }
}
