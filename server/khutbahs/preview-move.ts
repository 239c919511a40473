import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type {
  previewMove as endpoint,
  previewMoves as previewMovesEndpoint,
} from '../../contract/slot-moves.ts'
import { wallClockAfter } from '../../domain/khutbahs/wall-clock.ts'
import { Failure, withFailureSubject } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { consequencesOf, consequencesOfMoves, noConsequences } from './consequences-of-move.ts'
import { judgeMoves, startOf } from './judge-moves.ts'
import { masjidClock } from './masjid-clock.ts'

/** Returns what a move of a slot would do now. Takes no locks. */
export async function previewMove(
  { caller, database: { db } }: SignedInContext,
  { slotId, toDate, toTime }: InputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const masjid = await masjidClock(db, caller.uid).executeTakeFirstOrThrow()
  const to = startOf({ toDate, toTime }, masjid)
  const [moved] = await judgeMoves(db, caller.uid, [{ slotId, to, seenStart: null }])
  // `judgeMoves` leaves out a slot that has this start already.
  if (moved === undefined) return { ...noConsequences, khateebName: null }
  return { ...consequencesOf(moved), khateebName: moved.confirmed?.khateebName ?? null }
}

/** Returns what a move of several slots by `minutes` would do now. Takes no locks. */
export async function previewMoves(
  { caller, database: { db } }: SignedInContext,
  { moving, minutes }: InputOf<typeof previewMovesEndpoint>,
): Promise<OutputOf<typeof previewMovesEndpoint>> {
  const slotIds = [...new Set(moving)]
  const masjid = await masjidClock(db, caller.uid).executeTakeFirstOrThrow()
  const slots = await db
    .selectFrom('slots as s')
    .where('s.id', 'in', slotIds)
    .where('s.masjid_uid', '=', caller.uid)
    .where('s.removed_at', 'is', null)
    .orderBy('s.starts_at')
    .select(slotColumns('s'))
    .execute()
  if (slots.length < slotIds.length) throw new Failure('not_found')
  const targets = slots.map(({ slotId, ...from }) => {
    const { date: toDate, time: toTime } = wallClockAfter(from, minutes)
    return { slotId, toDate, toTime }
  })
  const moves = []
  for (const { slotId, ...target } of targets) {
    const to = await withFailureSubject({ slotId }, () => startOf(target, masjid))
    moves.push({ slotId, to, seenStart: null })
  }
  return { ...consequencesOfMoves(await judgeMoves(db, caller.uid, moves)), targets }
}
