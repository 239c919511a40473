import { randomUUID } from 'node:crypto'
import { changeEmail } from '../../contract/email.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { blockAccount, requestToLead, withdrawKhateeb } from '../../contract/proposals.ts'
import type { Database } from '../../server/database/database.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { newToken } from '../../server/tokens.ts'
import { newKhateeb, newMasjid, type Person, password } from './people.ts'
import { approveKhateeb, inviteKhateeb, postSlot, requestSlot } from './slots.ts'

/** People of a database that has something in every table. */
export interface SeededPeople {
  readonly masjid: Person
  /** Is confirmed at the masjid. */
  readonly khateeb: Person
  /** Was deleted. */
  readonly former: Person
}

/** Has people do something of everything through the calls of a server, and the operator suspend one of them. */
export async function fillEveryTable(baseUrl: string, database: Database): Promise<SeededPeople> {
  // Characters that COPY escapes.
  const masjid = await newMasjid(baseUrl, { masjidName: 'Al-Noor “نور” \\N \\. C:\\temp' })
  const [khateeb, other, former, suspended] = await Promise.all([
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
    newKhateeb(baseUrl),
  ])
  const slot = await postSlot(masjid, '13:00')
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
  const second = await postSlot(masjid, '14:30')
  await requestSlot(other, second)
  await approveKhateeb(masjid, other, second)
  await other.client.call(withdrawKhateeb, { khateebUid: 'me', ...second, reason: 'A journey.' })
  await inviteKhateeb(masjid, other, second)
  const third = await postSlot(masjid, '16:00')
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
  await database.transaction((tx) =>
    runOperatorCommand(tx, { uid: suspended.uid }, { kind: 'suspend', on: true }),
  )
  // Only browsers are remembered.
  await database.reader
    .insertInto('known_devices')
    .values({ uid: khateeb.uid, token_hash: newToken().hash })
    .execute()
  return { masjid, khateeb, former }
}
