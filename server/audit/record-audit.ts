import type { Role } from '../../contract/endpoint.ts'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import type { Tx } from '../database/database.ts'
import { splitIntoBatches } from '../database/in-batches.ts'

/** A person who acts for a party. */
export interface PartyActor {
  readonly role: Role
  readonly uid: string
  readonly personId: string
}

/** Who made a change: a person who acts for a party, the operator, or Minbar itself (for example, when a proposal expires). */
export type Actor = PartyActor | { readonly role: 'operator' | 'minbar' }

/** One change, with the ids of the rows that it changed. An entry without ids is about the database as a whole. */
export interface AuditEntry {
  readonly event: AuditEvent
  readonly masjidUid?: string
  readonly khateebUid?: string
  readonly slotId?: string
  readonly proposalId?: string
  readonly assignmentId?: string | undefined
  /** For a change of a masjid's members, and for second factors that the operator removed: the person concerned. */
  readonly personId?: string
  /** For a change of a profile: the names of the changed fields. */
  readonly changed?: readonly string[]
  /** For a moved slot: its date and time before and after. */
  readonly moved?: { readonly from: WallClock; readonly to: WallClock }
}

/** Writes audit rows in the transaction of the change, so that both are committed or neither is. */
export async function recordAudit(tx: Tx, by: Actor, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((it) => ({
    by_role: by.role,
    by_uid: 'uid' in by ? by.uid : null,
    by_person_id: 'personId' in by ? by.personId : null,
    event: it.event,
    masjid_uid: it.masjidUid ?? null,
    khateeb_uid: it.khateebUid ?? null,
    slot_id: it.slotId ?? null,
    proposal_id: it.proposalId ?? null,
    assignment_id: it.assignmentId ?? null,
    person_id: it.personId ?? null,
    changed: it.changed === undefined ? null : [...it.changed],
    moved_from: timestampOf(it.moved?.from),
    moved_to: timestampOf(it.moved?.to),
  }))
  for (const batch of splitIntoBatches(rows)) await tx.insertInto('audit').values(batch).execute()
}

function timestampOf(wallClock: WallClock | undefined): string | null {
  return wallClock === undefined ? null : `${wallClock.date}T${wallClock.time}`
}

/** Returns an audit entry about an account as a whole. */
export function accountEntry(
  { uid, role }: { readonly uid: string; readonly role: Role },
  event: AuditEvent,
): AuditEntry {
  return role === 'masjid' ? { event, masjidUid: uid } : { event, khateebUid: uid }
}
