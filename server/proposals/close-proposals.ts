import type { RawBuilder } from 'kysely'
import type { AuditEntry } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'

/**
 * Closes the pending proposals that meet a condition. They end without a decision, so `decided_at` is the time when they ended. Locks them
 * in the order of their ids, as every transaction does. So two transactions that close each other's proposals cannot deadlock.
 * @param condition on the row `p` of a proposal and the row `s` of its slot
 */
export function closeProposals(tx: Tx, condition: RawBuilder<boolean>) {
  const locked = tx
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where('p.state', '=', 'pending')
    .where(condition)
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .select('p.id')
  return tx
    .updateTable('proposals')
    .set({ state: 'closed', decided_at: databaseNow })
    .where('state', '=', 'pending')
    .where('id', 'in', locked)
    .returning([
      'id as proposalId',
      'direction',
      'slot_id as slotId',
      'masjid_uid as masjidUid',
      'khateeb_uid as khateebUid',
    ])
    .execute()
}

export type ClosedProposals = Awaited<ReturnType<typeof closeProposals>>

/** Returns the audit entries of closed proposals. */
export function auditEntriesOfClosedProposals(closed: ClosedProposals): AuditEntry[] {
  return closed.map(({ direction, ...ids }) => ({ event: `${direction}_closed`, ...ids }))
}
