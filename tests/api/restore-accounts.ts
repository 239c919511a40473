import { createPasswords } from '../../server/identity/passwords.ts'
import { cheapHash } from '../runtime/app.ts'
import { dearborn } from '../runtime/insert-people.ts'
import { type Person, password } from '../runtime/people.ts'
import type { Fixture } from './fixture.ts'

/** The hash of the shared test password. */
const passwordHash = await createPasswords(cheapHash).hash(password)

/** Undoes what a test did to the fixture's accounts: suspensions, deletions, and changes of the khateeb's e-mail or password. */
export async function restoreAccounts({ app, ...people }: Fixture, khateebPhone: string): Promise<void> {
  const { reader } = app.database
  const { uid: khateebUid, email } = people.khateeb
  await reader
    .updateTable('accounts')
    .set({ suspended_at: null })
    .where('suspended_at', 'is not', null)
    .execute()
  await reader
    .updateTable('accounts')
    .set({ email, password_hash: passwordHash })
    .where('uid', '=', khateebUid)
    .where('left_at', 'is', null)
    .execute()
  const gone = await reader.selectFrom('accounts').where('left_at', 'is not', null).select('uid').execute()
  for (const { uid } of gone) {
    const [name, person] = memberOf(people, uid)
    await reader
      .updateTable('accounts')
      .set({ email: person.email, password_hash: passwordHash, left_at: null })
      .where('uid', '=', uid)
      .execute()
    if (name === 'masjid' || name === 'otherMasjid') {
      await reader
        .insertInto('masjids')
        .values({
          uid,
          masjid_name: person.name,
          masjid_address: '1 Main Street',
          phone: '3135550100',
          website: '',
          time_zone: 'America/Detroit',
          ...dearborn,
        })
        .execute()
    } else {
      const [first_name = '', ...rest] = person.name.split(' ')
      const phone = name === 'khateeb' ? khateebPhone : '3135550199'
      await reader
        .insertInto('khateebs')
        .values({ uid, first_name, last_name: rest.join(' '), phone, ...dearborn })
        .execute()
    }
  }
}

function memberOf(people: Omit<Fixture, 'app'>, uid: string): [name: string, person: Person] {
  const found = Object.entries(people).find(([, person]) => person.uid === uid)
  if (found === undefined) throw new Error(`No account of the fixture has the uid ${uid}`)
  return found
}
