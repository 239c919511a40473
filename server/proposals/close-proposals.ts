import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
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

/**
 * Closes those of these proposals that are still pending. Locks them in the order of their ids, as everywhere. So two transactions that
 * close each other's proposals cannot deadlock.
 */
export function closePendingOf(tx: Tx, proposalIds: readonly string[]) {
  const locked = tx
    .selectFrom('proposals')
    .where(sql<boolean>`id = any(${proposalIds}::uuid[])`)
    .where('state', '=', 'pending')
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
  return closeProposals(tx, (pending) => pending.where('id', 'in', locked))
}

export type ClosedProposals = Awaited<ReturnType<typeof closeProposals>>

/** Returns the audit entries of closed proposals. */
export function auditEntriesOfClosed(closed: ClosedProposals): AuditEntry[] {
  return closed.map(({ direction, ...ids }) => ({ event: `${direction}_closed`, ...ids }))
}
