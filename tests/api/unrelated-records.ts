import { insertSession } from '../runtime/session.ts'
import type { Fixture } from './fixture.ts'
import { insertAssignment, insertProposal, insertSlot } from './insert-slot.ts'

/**
 * Inserts records that the first khateeb and masjid may not touch: an assignment and a request of the other khateeb at
 * the other masjid, and a session of his.
 */
export async function insertUnrelatedRecords({ database, otherMasjid, otherKhateeb }: Fixture) {
  const people = { masjid_uid: otherMasjid.uid, khateeb_uid: otherKhateeb.uid }
  // No slot of a `Scenario` has these hours.
  const confirmed = await insertSlot(database, otherMasjid.uid, '17:00')
  const { slot_id } = await insertSlot(database, otherMasjid.uid, '19:00')
  const ids: Readonly<Record<string, string>> = {
    slotId: slot_id,
    assignmentId: await insertAssignment(database, { ...people, ...confirmed }),
    requestId: await insertProposal(database, { ...people, slot_id, direction: 'request' }),
    sessionId: (await insertSession(database, otherKhateeb.uid)).id,
  }
  return {
    /** An id of these records for a field of a call. */
    idFor(call: string, field: string): string {
      if (/^masjid(Uid|Id)$/.test(field)) return otherMasjid.uid
      return ids[call === 'revoke_session' ? 'sessionId' : field] ?? otherKhateeb.uid
    },
  }
}

export type UnrelatedRecords = Awaited<ReturnType<typeof insertUnrelatedRecords>>
