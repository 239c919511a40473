import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { moveSlot as endpoint, moveSlots as moveSlotsEndpoint } from '../../contract/slot-moves.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { withFailureSubject } from '../http/failure.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import { auditEntriesOfClosedProposals, closeProposals } from '../proposals/close-proposals.ts'
import { seenInstant } from '../proposals/seen-start.ts'
import {
  consequencesOf,
  consequencesOfMoves,
  noConsequences,
  proposalsClosedBy,
} from './consequences-of-move.ts'
import { type JudgedMove, judgeMoves, type Move, startOf } from './judge-moves.ts'
import { lockForMove } from './lock-for-move.ts'
import { masjidClock } from './masjid-clock.ts'
import { newsOfMoves } from './news-of-moves.ts'
import { refuseTooManyMoves } from './refuse-too-many-moves.ts'
import { skipReconfirmation } from './skip-reconfirmation.ts'
import { idOfSlotToMove } from './slot-to-move.ts'

/** Moves a slot to another date or time. `changed` is false if the slot already has this date and time. */
export async function moveSlot(
  tx: Tx,
  { toDate, toTime, seenStart, ...reference }: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<Omit<OutputOf<typeof endpoint>, 'by'>> {
  // Locks the masjid. So its moves and postings run one after the other, and its time zone cannot change.
  const masjid = await masjidClock(tx, by.uid).forNoKeyUpdate().executeTakeFirstOrThrow()
  const to = startOf({ toDate, toTime }, masjid)
  const slotId = await idOfSlotToMove(tx, by.uid, reference, to)
  const [moved] = await moveSlots(tx, by, [{ slotId, to, seenStart: seenInstant(seenStart) }])
  return moved === undefined
    ? { changed: false, ...noConsequences }
    : { changed: true, ...consequencesOf(moved) }
}

/** Moves several slots, all or none. `moved` is 0 if all already have their new dates and times. */
export async function moveSeveralSlots(
  tx: Tx,
  { moves }: InputOf<typeof moveSlotsEndpoint>,
  by: PartyActor,
): Promise<Omit<OutputOf<typeof moveSlotsEndpoint>, 'by'>> {
  const masjid = await masjidClock(tx, by.uid).forNoKeyUpdate().executeTakeFirstOrThrow()
  const planned = []
  for (const { slotId, seenStart, ...target } of uniqueMoves(moves)) {
    const to = await withFailureSubject({ slotId }, () => startOf(target, masjid))
    planned.push({ slotId, to, seenStart: seenInstant(seenStart) })
  }
  const moved = await moveSlots(tx, by, planned)
  return { changed: moved.length > 0, ...consequencesOfMoves(moved) }
}

/** Keeps the last move of each slot. */
function uniqueMoves<M extends { readonly slotId: string }>(moves: readonly M[]): M[] {
  return [...new Map(moves.map((it) => [it.slotId, it])).values()]
}

/**
 * Moves slots of a masjid, all or none. The transaction must have locked the masjid. Each recipient gets one letter with all news of these
 * moves.
 * @returns the moved slots, as they were before; without slots that already had their new date and time
 */
export async function moveSlots(
  tx: Tx,
  by: PartyActor,
  moves: readonly Move[],
): Promise<readonly JudgedMove[]> {
  await lockForMove(
    tx,
    by.uid,
    moves.map((it) => it.slotId),
  )
  const judged = await judgeMoves(tx, by.uid, moves)
  await makeJudgedMoves(tx, by, judged)
  return judged
}

/**
 * Makes moves that the rules allow. The transaction must have locked the masjid, and the slots and khateebs (`lockForMove`) before it
 * judged the moves.
 * @param alongside other news of the same change, which is added to the letters about the moves
 */
export async function makeJudgedMoves(
  tx: Tx,
  by: PartyActor,
  moved: readonly JudgedMove[],
  alongside: readonly AddressedNews[] = [],
): Promise<void> {
  if (moved.length === 0) return queueNews(tx, alongside)
  const confirmed = moved.filter((it) => it.confirmed !== null)
  await refuseTooManyMoves(tx, {
    event: 'slot_moved',
    masjidUid: by.uid,
    subject: 'slot_id',
    ids: confirmed.map((it) => it.slotId),
    failure: 'slot_moved_too_often',
  })
  await writeStarts(tx, by.uid, moved)
  const staying = confirmed.flatMap((it) =>
    it.asksAgain || it.confirmed === null ? [] : [it.confirmed.assignmentId],
  )
  await skipReconfirmation(tx, staying)
  // Closes the pending proposals whose khateebs would have two khutbahs at once.
  const closing = moved.flatMap(proposalsClosedBy).map((it) => it.proposalId)
  const closed = await closeProposals(tx, sql<boolean>`p.id = any(${closing}::uuid[])`)
  const { news, khateebUids } = await newsOfMoves(tx, by, moved, closed)
  const masjidUid = by.uid
  await recordAudit(tx, by, [
    ...moved.map(
      ({ slotId, slot, to }) =>
        ({ event: 'slot_moved', masjidUid, slotId, moved: { from: slot, to } }) as const,
    ),
    ...auditEntriesOfClosedProposals(closed),
    // One entry for each khateeb, so that the khateeb's open screens refresh.
    ...khateebUids.map((khateebUid) => ({ event: 'khateeb_told_of_move', masjidUid, khateebUid }) as const),
  ])
  await queueNews(tx, [...news, ...alongside])
}

async function writeStarts(tx: Tx, masjidUid: string, moved: readonly JudgedMove[]): Promise<void> {
  const ids = moved.map((it) => it.slotId)
  if (moved.length > 1) {
    // PostgreSQL updates the assignments one by one, so some of them overlap until all have moved. Check the constraint at the end.
    await sql`set constraints one_place_at_a_time deferred`.execute(tx)
    await sql`update slots set date = date + ${temporaryShiftDays} where masjid_uid = ${masjidUid} and id = any(${ids}::uuid[])`.execute(
      tx,
    )
  }
  const [dates, times, starts] = [
    moved.map(({ to }) => to.date),
    moved.map(({ to }) => to.time),
    moved.map(({ to }) => to.startsAt),
  ]
  await sql`
    update slots set date = moved.date, time = moved.time, starts_at = moved.starts_at
    from unnest(${ids}::uuid[], ${dates}::date[], ${times}::time[], ${starts}::timestamptz[]) as moved (id, date, time, starts_at)
    where slots.id = moved.id`.execute(tx)
  if (moved.length > 1) await sql`set constraints one_place_at_a_time immediate`.execute(tx)
}

/**
 * In days. The unique index on starts cannot be deferred. So slots first move this far away, and then to their new starts: two slots that
 * swap their dates or times never have the same start.
 */
const temporaryShiftDays = sql.lit(1_000_000)
