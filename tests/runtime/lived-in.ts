import { randomUUID } from 'node:crypto'
import { changeEmail } from '../../contract/email.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { blockAccount, requestToLead, withdrawKhateeb } from '../../contract/proposals.ts'
import type { Database } from '../../server/database/database.ts'
import { operate } from '../../server/identity/operate.ts'
import { newToken } from '../../server/tokens.ts'
import { newKhateeb, newMasjid, type Person, password } from './people.ts'
import { approves, asks, invites, post } from './slots.ts'

/** People of a database that has something in every table. */
export interface Neighbours {
  readonly masjid: Person
  /** Is confirmed at the masjid. */
  readonly khateeb: Person
  /** Was deleted. */
  readonly former: Person
}

/** Has people do something of everything through the calls of a server, and the operator suspend one of them. */
export async function liveIn(baseUrl: string, database: Database): Promise<Neighbours> {
  // Characters that COPY escapes.
  const masjid = await newMasjid(baseUrl, { masjidName: 'Al-Noor “نور” \\N \\. C:\\temp' })
  const [khateeb, other, former, suspended] = await Promise.all([
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
  ])
  const slot = await post(masjid, '13:00')
  await asks(khateeb, slot)
  await approves(masjid, khateeb, slot)
  const second = await post(masjid, '14:30')
  await asks(other, second)
  await approves(masjid, other, second)
  await other.client.call(withdrawKhateeb, { khateebUid: 'me', ...second, reason: 'A journey.' })
  await invites(masjid, other, second)
  const third = await post(masjid, '16:00')
  await former.client.call(requestToLead, { khateebId: 'me', ...third }, randomUUID())
  await former.client.call(deleteAccount, { password })
  await masjid.client.call(removeSlot, third)
  await masjid.client.call(
    addKhutbah,
    { masjidUid: 'me', date: slot.khutbahDate, times: ['17:00'] },
    randomUUID(),
  )
  await other.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  await khateeb.client.call(changeEmail, { email: `${randomUUID()}@minbar.example`, password })
  await database.transaction((tx) => operate(tx, { uid: suspended.uid }, { kind: 'suspend', on: true }))
  // Only browsers are remembered.
  await database.reader
    .insertInto('known_devices')
    .values({ uid: khateeb.uid, token_hash: newToken().hash })
    .execute()
  return { masjid, khateeb, former }
}
