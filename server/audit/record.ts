import type { Role } from '../../contract/endpoint.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import { inBatches } from '../database/insert-batches.ts'
import type { Tx } from '../database/database.ts'

/** Who did it: somebody signed in, whoever runs the server, or the product itself where a time came. */
export type Actor =
  | { readonly role: Role; readonly uid: string }
  | { readonly role: 'operator' }
  | { readonly role: 'minbar' }

/** One thing that happened, by the ids of what it happened to; without any it happened to the whole database. */
export interface Entry {
  readonly event: AuditEvent
  readonly masjidUid?: string
  readonly khateebUid?: string
  readonly slotId?: string
  readonly proposalId?: string
  readonly assignmentId?: string
  /** Of a profile, the names of the fields that are another now. */
  readonly changed?: readonly string[]
}

/** Writes down what a change did, in the change's own transaction: both are there afterwards, or neither. */
export async function record(tx: Tx, by: Actor, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map((it) => ({
    by_role: by.role,
    by_uid: 'uid' in by ? by.uid : null,
    event: it.event,
    masjid_uid: it.masjidUid ?? null,
    khateeb_uid: it.khateebUid ?? null,
    slot_id: it.slotId ?? null,
    proposal_id: it.proposalId ?? null,
    assignment_id: it.assignmentId ?? null,
    changed: it.changed === undefined ? null : [...it.changed],
  }))
  for (const batch of inBatches(rows)) await tx.insertInto('audit').values(batch).execute()
}

/** Something that happened to an account as a whole. */
export function accountEntry(
  { uid, role }: { readonly uid: string; readonly role: Role },
  event: AuditEvent,
): Entry {
  return role === 'masjid' ? { event, masjidUid: uid } : { event, khateebUid: uid }
}
