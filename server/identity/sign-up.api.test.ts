import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { deleteAccount, khateebSignup, masjidSignup } from '../../contract/identity.ts'
import { fingerprintByTable } from '../../tests/api/database-snapshot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { emailTakenError } from '../../tests/runtime/email-changes.ts'
import { changePasswordOf, newKhateeb, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'

const app = await startApp()

const khateeb = {
  firstName: 'Bilal',
  lastName: 'Rahman',
  email: 'bilal@minbar.example',
  password: 'date palms at noon',
  phone: '1-212-555-0123',
  zipCode: '10001-0001',
}
const masjid = {
  masjidName: 'Masjid an-Nur',
  masjidAddress: '2 Oak Avenue',
  email: 'nur@minbar.example',
  password: 'date palms at noon',
  phone: '(480) 555-0150',
  zipCode: '85004',
  website: 'nur.example.org',
}

test('a khateeb sign-up creates an account with an unconfirmed email, a profile and a welcome letter, but no session', async () => {
  const forged = { role: 'masjid', paid: true, verified: true, uid: 'x', city: 'Mecca', latitude: 21.4 }
  const { uid } = await app.client().call(khateebSignup, { ...khateeb, ...forged })
  const { db } = app.database
  const parties = db.selectFrom('parties').selectAll().where('uid', '=', uid)
  const rights = { role: 'khateeb', paid: false, free_trial: true, verified: false }
  expect(await parties.executeTakeFirstOrThrow()).toMatchObject(rights)
  const personId = await personIdOf(db, uid)
  const people = db.selectFrom('people').selectAll().where('id', '=', personId)
  const person = await people.executeTakeFirstOrThrow()
  expect(person).toMatchObject({ email: khateeb.email, email_verified_at: null })
  expect(person.password_hash).toMatch(/^\$argon2id\$/)
  const profiles = db.selectFrom('khateebs').selectAll().where('uid', '=', uid)
  const profile = await profiles.executeTakeFirstOrThrow()
  expect(profile).toMatchObject({
    first_name: 'Bilal',
    last_name: 'Rahman',
    phone: '2125550123',
    zip_code: '10001',
    city: 'New York',
    state_code: 'NY',
    bio: '',
  })
  expect(profile.also_called).toContain('Manhattan')
  expect(profile.latitude).toBeCloseTo(40.75, 1)
  expect(await queuedLetters(app.database, khateeb.email, 'welcome')).toEqual([
    { name: 'Bilal Rahman', role: 'khateeb', token: expect.stringMatching(/^[\w-]{43}$/) },
  ])
  expect(await db.selectFrom('sessions').select('id').where('person_id', '=', personId).execute()).toEqual([])
})

test('a masjid sign-up sets the time zone of its ZIP', async () => {
  const { uid } = await app.client().call(masjidSignup, masjid)
  const profiles = app.database.db.selectFrom('masjids').selectAll().where('uid', '=', uid)
  expect(await profiles.executeTakeFirst()).toMatchObject({
    masjid_name: 'Masjid an-Nur',
    time_zone: 'America/Phoenix',
    website: 'https://nur.example.org',
  })
  const [letter] = await queuedLetters(app.database, masjid.email, 'welcome')
  expect(letter).toMatchObject({ name: 'Masjid an-Nur', role: 'masjid' })
})

test('a sign-up reports an unknown ZIP and a common password in one response', async () => {
  const sent = { ...khateeb, email: 'nobody@minbar.example', zipCode: '00000', password: 'PassWord' }
  await expect(app.client().call(khateebSignup, sent)).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: {
      zipCode: 'Please use a valid US address',
      password: 'Please choose a password that is not one of the 10,000 most common ones.',
    },
  })
  const people = app.database.db.selectFrom('people').where('email', '=', sent.email)
  expect(await people.select('id').execute()).toEqual([])
})

test('an email can have only one account, regardless of case and surrounding spaces', async () => {
  const first = { ...khateeb, email: 'one@minbar.example' }
  await app.client().call(khateebSignup, first)
  const again = app.client().call(masjidSignup, { ...masjid, email: ' ONE@Minbar.Example ' })
  await expect(again).rejects.toMatchObject(emailTakenError)
  expect(await queuedLetters(app.database, first.email, 'welcome')).toHaveLength(1)
})

test.each(['khateebs', 'links'])('a sign-up leaves no rows if its insert into %s fails', async (table) => {
  const alter = async (change: string) =>
    void (await sql.raw(`alter table ${table} ${change}`).execute(app.database.db))
  await alter('add constraint refused check (false) not valid')
  onTestFinished(() => alter('drop constraint refused'))
  const before = await fingerprintByTable(app.database)
  const signUp = app.client().call(khateebSignup, { ...khateeb, email: `${table}@minbar.example` })
  await expect(signUp).rejects.toMatchObject({ status: 500 })
  expect(await fingerprintByTable(app.database)).toEqual(before)
})

test('letters to an address are limited even if its account is deleted and created again and again', async () => {
  const { baseUrl } = await startApp({ env: { LIMIT_RESET_ACCOUNT: '4/3600' } })
  const email = 'stranger@minbar.example'
  const refused: unknown[] = []
  for (const _ of 'four') {
    let person = await newKhateeb(baseUrl, { email })
    for (const _ of 'ab') {
      person = await changePasswordOf(baseUrl, person).catch((error) => {
        refused.push(error.code)
        return person
      })
    }
    await person.client.call(deleteAccount, { password })
  }
  expect(refused).toEqual(Array.from('four', () => 'too_many_requests'))
  await expect(newKhateeb(baseUrl, { email })).rejects.toMatchObject({ code: 'too_many_requests' })
})
