import { describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { hashOfCode, unusedRecoveryCodes } from '../../server/identity/second-factor/recovery-codes.ts'
import { newAppKey } from '../../server/identity/second-factor/totp.ts'
import { fingerprintByTable } from './database-snapshot.ts'
import { exampleOf, prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { expectRefusal, expectStatus } from './raw-call.ts'
import { fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()
const { db } = fixture.database

/** Calls that ask for the password again. They delete an account, or change the email, the password, second factors or members. */
const protectedCalls = [
  'change_password',
  'delete_account',
  'change_email',
  'invite_member',
  'change_member_role',
  'remove_member',
  'hand_over',
  'leave_masjid',
  'delete_masjid',
  'start_authenticator_app',
  'start_passkey',
  'remove_second_factor',
  'renew_recovery_codes',
]

/** Calls with a session that take a password and a second factor. */
const declaredEndpoints = endpoints.filter((endpoint) => {
  const fields = fieldsOf(endpoint).map(({ path }) => path[0])
  return endpoint.access !== 'anyone' && fields.includes('password') && fields.includes('code')
})

test('exactly the calls in protectedCalls ask for the password again', () => {
  expect(declaredEndpoints.map(({ name }) => name).toSorted()).toEqual(protectedCalls.toSorted())
})

/** Gives a person an authenticator app and a recovery code. Returns a function that returns whether the code is still unused. */
async function addSecondFactor(person_id: string, recoveryCode: string): Promise<() => Promise<boolean>> {
  const code_hash = hashOfCode(person_id, recoveryCode.replaceAll('-', ''))
  const kind = 'authenticator_app'
  await db
    .insertInto('second_factors')
    .values({ person_id, kind, device: 'a test', secret: newAppKey(), last_time_step: 0 })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ person_id, code_hash })
    .onConflict((same) => same.doNothing())
    .execute()
  const rows = unusedRecoveryCodes(db, person_id).where('code_hash', '=', code_hash).select('code_hash')
  return async () => (await rows.execute()).length === 1
}

describe.each(declaredEndpoints)('$name', (endpoint) => {
  test('the call is refused with a wrong password, and changes nothing', async () => {
    const { send, parts } = await prepareCall(fixture, endpoint)
    const before = await fingerprintByTable(fixture.database)
    const response = await send({ body: { ...parts.body, password: 'not-the-password' } })
    expectRefusal(response, 401, 'wrong_credentials')
    expect(await fingerprintByTable(fixture.database)).toEqual(before)
  })

  test('the call requires the second factor of a person who has one, and uses up the recovery code that the person enters', async () => {
    const { send, parts } = await prepareCall(fixture, endpoint)
    const { by } = exampleOf(endpoint)
    if (by === 'visitor') throw new Error('A visitor has no second factor')
    const { code, passkey: _, ...body } = parts.body
    const isUnused = await addSecondFactor(fixture.personIds[by], String(code))
    const before = await fingerprintByTable(fixture.database)
    expectRefusal(await send({ body }), 401, 'second_factor_required')
    const wrong = String(code).replace('ABCD', 'EFGH')
    expectRefusal(await send({ body: { ...body, code: wrong } }), 401, 'wrong_second_factor')
    expect(await fingerprintByTable(fixture.database)).toEqual(before)
    expect(await isUnused()).toBe(true)
    expectStatus(await send({ body: { ...body, code } }), 200)
    expect(await isUnused()).toBe(false)
  })
})
