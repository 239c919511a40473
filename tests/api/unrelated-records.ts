import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { openTestSession } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import type { Fixture } from './fixture.ts'

/** Records of the other masjid and the other khateeb, which the first pair may not touch. */
export interface UnrelatedRecords {
  /** An id of these records for a field of a call. */
  idFor(call: string, field: string): string
}

/** Hours that no slot of a `Scenario` has. */
const times = { confirmed: '17:00', proposed: '19:00' }

/** Inserts records of the other khateeb: an assignment and a request at the other masjid, and a session. */
export async function insertUnrelatedRecords(fixture: Fixture): Promise<UnrelatedRecords> {
  const { database } = fixture.app
  const { reader } = database
  const people = { masjid_uid: fixture.otherMasjid.uid, khateeb_uid: fixture.otherKhateeb.uid }
  const slotAt = async (time: string) => {
    const starts_at = instantOf(friday, time, 'America/Detroit')
    if (starts_at === null) throw new Error(`${friday} ${time} does not exist`)
    const slot = { masjid_uid: people.masjid_uid, date: friday, time, starts_at }
    return reader
      .insertInto('slots')
      .values(slot)
      .returning(['id as slot_id', 'starts_at'])
      .executeTakeFirstOrThrow()
  }
  const confirmed = await slotAt(times.confirmed)
  const proposed = await slotAt(times.proposed)
  const assignment = reader.insertInto('assignments').values({ ...people, ...confirmed, proposal_id: null })
  const asked = { ...people, slot_id: proposed.slot_id, direction: 'request' } as const
  const proposal = reader.insertInto('proposals').values(asked)
  await openTestSession(database, fixture.otherKhateeb.uid)
  const session = reader.selectFrom('sessions').where('uid', '=', fixture.otherKhateeb.uid).select('id')
  const ids: Readonly<Record<string, string>> = {
    slotId: proposed.slot_id,
    assignmentId: (await assignment.returning('id').executeTakeFirstOrThrow()).id,
    requestId: (await proposal.returning('id').executeTakeFirstOrThrow()).id,
    sessionId: (await session.executeTakeFirstOrThrow()).id,
  }
  return {
    idFor(call, field) {
      if (/^masjid(Uid|Id)$/.test(field)) return fixture.otherMasjid.uid
      return ids[call === 'revoke_session' ? 'sessionId' : field] ?? fixture.otherKhateeb.uid
    },
  }
}
