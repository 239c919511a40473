import type { Direction } from '../../domain/proposals/proposal.ts'
import { propose as judge } from '../../domain/proposals/proposal-rules.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { loadSituation, lockKhateeb, lockSlot, type SlotReference } from './lock-and-load.ts'
import { occasionOf } from './occasion.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Proposes a khateeb for a slot: the masjid's invite, or the khateeb's request. */
export async function propose(
  tx: Tx,
  direction: Direction,
  reference: SlotReference,
  khateebUid: string,
): Promise<Outcome> {
  const khateeb = await lockKhateeb(tx, khateebUid)
  const slot = await lockSlot(tx, reference)
  if (khateeb === undefined || slot === undefined || khateeb.hidden || slot.hidden)
    throw new Failure('not_found')
  const verdict = judge(direction, await loadSituation(tx, slot, khateebUid))
  if (verdict.kind !== 'create') return outcomeOf(verdict)
  const created = await tx
    .insertInto('proposals')
    .values({ slot_id: slot.id, masjid_uid: slot.masjidUid, khateeb_uid: khateebUid, direction })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAudit(
    tx,
    direction === 'invite' ? { role: 'masjid', uid: slot.masjidUid } : { role: 'khateeb', uid: khateebUid },
    [
      {
        event: `${direction}_sent`,
        masjidUid: slot.masjidUid,
        khateebUid,
        slotId: slot.id,
        proposalId: created.id,
      },
    ],
  )
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name }
  await queueLetters(tx, [
    direction === 'invite'
      ? { to: khateeb.email, letter: { kind: 'invite_received', props } }
      : { to: slot.masjidEmail, letter: { kind: 'request_received', props } },
  ])
  return { requestId: created.id, state: 'pending', changed: true }
}
