import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportData } from '../../contract/identity.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import { auditEventsOf } from '../runtime/audit-events.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'

const app = await startApp()

/** A ZIP in another state and another time zone than Dearborn, the place of the test accounts. */
const chicago = '60601'

/** A ZIP in the same state as Dearborn, but in another time zone. */
const ironMountain = '49801'

test.each([
  [{ firstName: 'Idris' }, 'firstName'],
  [{ lastName: 'Rahman' }, 'lastName'],
  [{ bio: 'Two sentences.', expertise: 'Patience' }, 'bio,expertise'],
  [{ phone: '(734) 555-0142', zipCode: chicago }, 'phone,zipCode'],
])(
  'when a khateeb changes %j, the audit records only the names of the changed fields',
  async (changes, names) => {
    const khateeb = await newKhateeb(app.baseUrl)
    await khateeb.client.call(updateUser, { uid: 'me', ...changes })
    const event = `${khateeb.name}: profile_changed [${names}] (${khateeb.name})`
    expect(await auditEventsOf(app.database, [khateeb])).toEqual([event])
    // The screen sends all fields. Only fields with a new value count as changed.
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '48126', ...changes, expertise: 'Fiqh' })
    const { history } = await khateeb.client.call(exportData, {})
    expect(history.at(-1)?.changed).toContain('expertise')
    expect(history.at(-1)?.changed).not.toContain(names.split(',')[0])
    const before = await auditEventsOf(app.database, [khateeb])
    await khateeb.client.call(updateUser, { uid: 'me', expertise: 'Fiqh' })
    expect(await auditEventsOf(app.database, [khateeb])).toEqual(before)
  },
)

test.each([
  [{ masjidName: 'Masjid an-Nur' }, 'masjidName'],
  [{ masjidAddress: '2 Oak Avenue', website: 'minbar.example' }, 'masjidAddress,website'],
  [{ phone: '(734) 555-0142' }, 'phone'],
  [{ zipCode: chicago }, 'timeZone,zipCode'],
  [{ zipCode: ironMountain, timeZone: 'America/Detroit' }, 'zipCode'],
])(
  'when a masjid changes %j, the audit records only the names of the changed fields',
  async (changes, names) => {
    const masjid = await newMasjid(app.baseUrl)
    await masjid.client.call(updateMasjid, { uid: 'me', ...changes })
    const event = `${masjid.name}: profile_changed [${names}]`
    expect(await auditEventsOf(app.database, [masjid])).toEqual([event])
  },
)

test('the database refuses an audit row with a field’s value in place of the field’s name', async () => {
  const forged = sql`insert into audit (by_role, event, khateeb_uid, changed)
    values ('operator', 'profile_changed', gen_random_uuid(), array['7345550142'])`
  await expect(forged.execute(app.database.db)).rejects.toThrow('what_changed_is_named')
})
