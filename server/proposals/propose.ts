import { propose as judge } from '../../domain/proposals/proposal-rules.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { occasionOf } from './occasion.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { lockKhateeb, lockSlot, type SlotReference, loadSituation } from './lock-and-load.ts'

/** Proposes a khateeb for a slot: as an invite of its masjid, or as a request of his own. */
export async function propose(
  tx: Tx,
  direction: Direction,
  name: SlotReference,
  khateebUid: string,
): Promise<Outcome> {
  const khateeb = await lockKhateeb(tx, khateebUid)
  const slot = await lockSlot(tx, name)
  if (khateeb === undefined || slot === undefined || khateeb.hidden || slot.hidden)
    throw new Failure('not_found')
  const verdict = judge(direction, await loadSituation(tx, slot, khateebUid))
  if (verdict.kind !== 'create') return outcomeOf(verdict)
  const made = await tx
    .insertInto('proposals')
    .values({ slot_id: slot.id, masjid_uid: slot.masjidUid, khateeb_uid: khateebUid, direction })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(
    tx,
    direction === 'invite' ? { role: 'masjid', uid: slot.masjidUid } : { role: 'khateeb', uid: khateebUid },
    [
      {
        event: `${direction}_sent`,
        masjidUid: slot.masjidUid,
        khateebUid,
        slotId: slot.id,
        proposalId: made.id,
      },
    ],
  )
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name }
  await queueLetters(tx, [
    direction === 'invite'
      ? { to: khateeb.email, letter: { kind: 'invite_received', props } }
      : { to: slot.masjidEmail, letter: { kind: 'request_received', props } },
  ])
  return { requestId: made.id, state: 'pending', changed: true }
}
