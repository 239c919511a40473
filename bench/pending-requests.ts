import type { Client } from 'pg'
import { hashOf } from '../server/tokens.ts'
import type { CallValues } from './captured-change.ts'
import { tokenOf } from './seed.ts'

/** A pending request of a khateeb, which the benchmark approves. */
export interface PendingRequest {
  /** The session token of the masjid that approves the request. */
  readonly token: string
  /** The JSON body of the approval. */
  readonly body: string
  /** The values in the SQL statements of the approval. */
  readonly callValues: CallValues
}

/** Reads the pending requests that `addPendingRequests` added, in the same order. */
export async function readPendingRequests(client: Client): Promise<PendingRequest[]> {
  const { rows } = await client.query<Row>(
    `select s.id as "slotId", p.id as "proposalId", p.masjid_uid as "masjidUid", p.khateeb_uid as "khateebUid",
       to_char(s.date, 'YYYY-MM-DD') as date, s.starts_at as "startsAt", m.masjid_name as "masjidName",
       ma.email as "masjidEmail", ka.email as "khateebEmail", k.first_name || ' ' || k.last_name as "khateebName"
     from slots s join proposals p on p.slot_id = s.id join masjids m on m.uid = p.masjid_uid
       join memberships mo on mo.party_uid = m.uid join people ma on ma.id = mo.person_id
       join khateebs k on k.uid = p.khateeb_uid
       join memberships ko on ko.party_uid = k.uid join people ka on ka.id = ko.person_id
     where s.time = '13:00' and p.state = 'pending' order by p.number`,
  )
  return rows.map((row) => {
    const token = tokenOf(row.masjidEmail)
    const { masjidUid, khateebUid: requesterId, date: khutbahDate } = row
    const body = JSON.stringify({ masjidUid, requesterId, khutbahDate, khutbahTime: '13:00' })
    return { token, body, callValues: { ...row, tokenHash: hashOf(token) } }
  })
}

type Row = CallValues & Readonly<Record<'masjidUid' | 'khateebUid' | 'date' | 'masjidEmail', string>>
