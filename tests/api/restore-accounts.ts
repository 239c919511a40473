import { hashPassword } from '../../server/identity/passwords.ts'
import { dearborn } from '../runtime/insert-people.ts'
import { type Person, password } from '../runtime/people.ts'
import type { Fixture } from './fixture.ts'

/** Of everybody's password; hashed once, as that takes its time. */
let known: Promise<string> | undefined

/** Brings back whoever of the world deleted an account in a test, or its address or password, as he was when he signed up; nobody is suspended. */
export async function restoreAccounts({ app, ...people }: Fixture, khateebPhone: string): Promise<void> {
  const { reader } = app.database
  const { uid: khateebUid, email } = people.khateeb
  known ??= hashPassword(password)
  await reader
    .updateTable('accounts')
    .set({ suspended_at: null })
    .where('suspended_at', 'is not', null)
    .execute()
  await reader
    .updateTable('accounts')
    .set({ email, password_hash: await known })
    .where('uid', '=', khateebUid)
    .where('left_at', 'is', null)
    .execute()
  const gone = await reader.selectFrom('accounts').where('left_at', 'is not', null).select('uid').execute()
  for (const { uid } of gone) {
    const [part, person] = partOf(people, uid)
    await reader
      .updateTable('accounts')
      .set({ email: person.email, password_hash: await known, left_at: null })
      .where('uid', '=', uid)
      .execute()
    if (part === 'masjid' || part === 'otherMasjid') {
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
      const phone = part === 'khateeb' ? khateebPhone : '3135550199'
      await reader
        .insertInto('khateebs')
        .values({ uid, first_name, last_name: rest.join(' '), phone, ...dearborn })
        .execute()
    }
  }
}

function partOf(people: Omit<Fixture, 'app'>, uid: string): [part: string, person: Person] {
  const found = Object.entries(people).find(([, person]) => person.uid === uid)
  if (found === undefined) throw new Error(`Nobody in this world is ${uid}`)
  return found
}
