import { randomUUID } from 'node:crypto'
import { newToken } from '../../server/tokens.ts'
import { farFuture, insertSession } from '../runtime/session.ts'
import type { Fixture } from './fixture.ts'
import { insertNewsOfInvite } from './insert-news.ts'
import { insertAssignment, insertProposal, insertSlot } from './insert-slot.ts'

/**
 * Inserts records that the first khateeb and masjid may not touch. The other khateeb gets an assignment and a request at the other masjid,
 * news, and a session. The other masjid sends an invitation. `idFor` returns the ids of these records, and the id of the other masjid's
 * owner.
 */
export async function insertUnrelatedRecords({ database, otherMasjid, otherKhateeb, personIds }: Fixture) {
  const people = { masjid_uid: otherMasjid.uid, khateeb_uid: otherKhateeb.uid }
  // No slot of a `Scenario` is at these hours.
  const confirmed = await insertSlot(database, otherMasjid.uid, '17:00')
  const { slot_id } = await insertSlot(database, otherMasjid.uid, '19:00')
  const ids: Readonly<Record<string, string>> = {
    slotId: slot_id,
    slotIds: slot_id,
    assignmentId: await insertAssignment(database, { ...people, ...confirmed }),
    requestId: await insertProposal(database, { ...people, slot_id, direction: 'request' }),
    personId: personIds.otherMasjid,
    invitationId: await insertInvitation(database, otherMasjid.uid),
    newsId: await insertNewsOfInvite(database, people, slot_id),
    sessionId: (await insertSession(database, otherKhateeb.uid)).id,
  }
  return {
    /** Returns the id of one of these records, for a field of a call. */
    idFor(call: string, field: string): string {
      if (/^masjid(Uid|Id)$/.test(field)) return otherMasjid.uid
      return ids[call === 'revoke_session' ? 'sessionId' : field] ?? otherKhateeb.uid
    },
  }
}

export type UnrelatedRecords = Awaited<ReturnType<typeof insertUnrelatedRecords>>

async function insertInvitation({ db }: Fixture['database'], masjidUid: string): Promise<string> {
  const email = `${randomUUID()}@minbar.example`
  const { id } = await db
    .insertInto('invitations')
    .values({
      masjid_uid: masjidUid,
      email,
      role: 'viewer',
      token_hash: newToken().hash,
      invited_by: null,
      expires_at: farFuture,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
