import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { AuditEntry } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

type PendingProposals = UpdateQueryBuilder<Tables, 'proposals', 'proposals', UpdateResult>

/** Closes the pending proposals that `which` selects. They end without a decision, so `decided_at` is the time when they ended. */
export function closeProposals(tx: Tx, which: (pending: PendingProposals) => PendingProposals) {
  const pending = tx
    .updateTable('proposals')
    .set({ state: 'closed', decided_at: databaseNow })
    .where('state', '=', 'pending')
  return which(pending)
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
export function auditEntriesOfClosed(closed: ClosedProposals): AuditEntry[] {
  return closed.map(({ direction, ...ids }) => ({ event: `${direction}_closed`, ...ids }))
}
