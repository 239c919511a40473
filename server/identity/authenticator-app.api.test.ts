import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { changeEmail } from '../../contract/email-change.ts'
import {
  changePassword,
  deleteAccount,
  exportData,
  getSession,
  resetPassword,
  sendPasswordReset,
  signIn,
} from '../../contract/identity.ts'
import {
  addAuthenticatorApp,
  getSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
  signInChallenge,
  startAddingAuthenticatorApp,
  startAddingPasskey,
} from '../../contract/second-factor.ts'
import { tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { now, startSecondFactorApp, wrongSecondFactor } from '../../tests/runtime/second-factor-app.ts'
import { addSoftwareAuthenticator, addSoftwarePasskey, codeOf } from '../../tests/runtime/second-factors.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { setPasswordHash } from './accounts.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'
import { runOperatorCommand } from './operator-command.ts'

const app = await startSecondFactorApp()
const { setClock } = app
const visitor = app.client()

let person: TestAccount
beforeEach(async () => {
  person = await app.newPersonAtFixedTime()
})

const code = (key: string, steps = 0) => codeOf(key, { now, steps })
const signInWith = (proof: object = {}, secret = password) =>
  visitor.call(signIn, { email: person.email, password: secret, ...proof })

const secondFactorRequired = (...secondFactors: string[]) => ({
  status: 401,
  code: 'second_factor_required',
  secondFactors,
})

const lettersOf = (kind: 'second_factor_added' | 'second_factor_removed' | 'recovery_code_used') =>
  queuedLetters(app.database, person.email, kind)

describe('a person with an authenticator app', () => {
  let key: string
  let recoveryCodes: string[]
  beforeEach(async () => {
    ;({ key, recoveryCodes } = await addSoftwareAuthenticator(person.client, now))
    // The code that added the app is used up, so set the clock to a time with other codes.
    await setClock(60)
  })
  /** Returns the code of the current time step (one minute after `now`), or of the step that is `steps` steps later. */
  const current = (steps = 0) => code(key, 2 + steps)

  test('needs a code in addition to the right password to sign in', async () => {
    await expect(signInWith()).rejects.toMatchObject(
      secondFactorRequired('authenticator_app', 'recovery_code'),
    )
    await expect(signInWith({}, 'not it')).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' })
    await expect(signInWith({ code: '000000' }, 'not it')).rejects.toMatchObject({
      code: 'wrong_credentials',
    })
    const { token } = await signInWith({ code: current() })
    expect(await app.client(token).call(getSession, {})).toMatchObject({ uid: person.uid })
  })

  test('can use a code only once, and cannot use an earlier code afterwards', async () => {
    await signInWith({ code: current() })
    await expect(signInWith({ code: current() })).rejects.toMatchObject(wrongSecondFactor)
    await expect(signInWith({ code: current(-1) })).rejects.toMatchObject(wrongSecondFactor)
    await signInWith({ code: current(1) })
  })

  test.each([-1, 1])(
    'can sign in with the code of a time step next to the current one (%i)',
    async (steps) => {
      expect(await signInWith({ code: current(steps) })).toMatchObject({ uid: person.uid })
    },
  )

  test.each([-2, 2])(
    'cannot sign in with the code of a time step two steps from the current one (%i)',
    async (steps) => {
      await expect(signInWith({ code: current(steps) })).rejects.toMatchObject(wrongSecondFactor)
    },
  )

  test('cannot sign in with the code that added the app', async () => {
    await setClock(0)
    await expect(signInWith({ code: code(key) })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('cannot sign in with a code of another person', async () => {
    const other = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    const { key: otherKey, recoveryCodes: otherCodes } = await addSoftwareAuthenticator(
      other.client,
      now + 60_000,
    )
    await expect(signInWith({ code: code(otherKey, 3) })).rejects.toMatchObject(wrongSecondFactor)
    await expect(signInWith({ code: otherCodes[0] })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('can use each recovery code once, even in lower case or with other spacing, and gets a letter about each use', async () => {
    const [first = '', second = ''] = recoveryCodes
    expect(await signInWith({ code: first })).toMatchObject({ uid: person.uid })
    await expect(signInWith({ code: first })).rejects.toMatchObject(wrongSecondFactor)
    await signInWith({ code: ` ${second.replaceAll('-', ' ').toLowerCase()} ` })
    const { name } = person
    expect(await lettersOf('recovery_code_used')).toEqual([
      { name, left: 9 },
      { name, left: 8 },
    ])
    expect(await person.client.call(getSecondFactors, {})).toMatchObject({ recoveryCodes: 8 })
  })

  test('can renew the recovery codes, and then the old codes no longer work', async () => {
    const renewed = await person.client.call(renewRecoveryCodes, { password, code: current() })
    expect(new Set([...recoveryCodes, ...renewed.recoveryCodes]).size).toBe(20)
    await expect(signInWith({ code: recoveryCodes[0] })).rejects.toMatchObject(wrongSecondFactor)
    await signInWith({ code: renewed.recoveryCodes[0] })
  })

  test.each<[string, (client: Client, proof: object) => Promise<unknown>]>([
    [
      'change the password',
      (client, it) => client.call(changePassword, { password, newPassword: password, ...it }),
    ],
    [
      'change the email',
      (client, it) => client.call(changeEmail, { password, email: unusedAddress(), ...it }),
    ],
    ['delete the account', (client, it) => client.call(deleteAccount, { password, ...it })],
    ['add an app', (client, it) => client.call(startAddingAuthenticatorApp, { password, ...it })],
    ['add a passkey', (client, it) => client.call(startAddingPasskey, { password, ...it })],
    ['renew recovery codes', (client, it) => client.call(renewRecoveryCodes, { password, ...it })],
    [
      'remove the app',
      async (client, it) => {
        const { factors } = await client.call(getSecondFactors, {})
        return client.call(removeSecondFactor, { password, id: factors[0]?.id ?? '', ...it })
      },
    ],
  ])('needs a code to %s', async (_, call) => {
    const { client } = person
    await expect(call(client, {})).rejects.toMatchObject(
      secondFactorRequired('authenticator_app', 'recovery_code'),
    )
    await expect(call(client, { code: current(5) })).rejects.toMatchObject(wrongSecondFactor)
    await call(client, { code: current() })
  })

  test('cannot use a code for two changes', async () => {
    for (const it of [current(), recoveryCodes[0]]) {
      await person.client.call(changeEmail, { password, email: unusedAddress(), code: it })
      const again = person.client.call(changeEmail, { password, email: unusedAddress(), code: it })
      await expect(again).rejects.toMatchObject(wrongSecondFactor)
    }
  })

  test('can use a recovery code again if the change for which it was entered has failed', async () => {
    const other = await newKhateeb(app.baseUrl)
    const change = { password, code: recoveryCodes[0] }
    const taken = person.client.call(changeEmail, { ...change, email: other.email })
    await expect(taken).rejects.toMatchObject({ status: 409, code: 'email_taken' })
    await person.client.call(changeEmail, { ...change, email: unusedAddress() })
  })

  test('can use a recovery code again if its sign-in opened no session, because the password was changed meanwhile', async () => {
    const personId = await personIdOf(app.database.db, person.uid)
    const late = await app.database.transaction(async (tx) => {
      await setPasswordHash(tx, personId, 'none')
      const entering = signInWith({ code: recoveryCodes[0] }).catch((error: unknown) => error)
      await waitForLockConflict(tx, entering)
      return { entering }
    })
    expect(await late.entering).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect(await person.client.call(getSecondFactors, {})).toMatchObject({ recoveryCodes: 10 })
    expect(await lettersOf('recovery_code_used')).toEqual([])
  })

  test('can repeat, with the same code, a password change whose response was lost', async () => {
    const change = { password, newPassword: 'new minaret', code: current() }
    const { token } = await person.client.call(changePassword, change)
    expect(await app.client(token).call(changePassword, change)).not.toHaveProperty('token')
  })

  test('needs a code to sign in even after a password reset', async () => {
    await visitor.call(sendPasswordReset, { email: person.email })
    const token = await tokenInLetter(app, person.email, 'password_reset')
    await visitor.call(resetPassword, { token, password: 'a new minaret' })
    await expect(signInWith({}, 'a new minaret')).rejects.toMatchObject({ code: 'second_factor_required' })
    await signInWith({ code: current() }, 'a new minaret')
  })

  test('replaces the app by adding another app', async () => {
    const { key: newKey } = await person.client.call(startAddingAuthenticatorApp, {
      password,
      code: current(),
    })
    const added = await person.client.call(addAuthenticatorApp, { code: code(newKey, 2) })
    // The recovery codes stay valid, so no new ones are returned.
    expect(added).toEqual({ recoveryCodes: null })
    expect((await person.client.call(getSecondFactors, {})).factors).toHaveLength(1)
    await expect(signInWith({ code: current(1) })).rejects.toMatchObject(wrongSecondFactor)
    await signInWith({ code: code(newKey, 3) })
  })

  test('can sign in with only the password after removing the app, and has no recovery codes', async () => {
    const { factors } = await person.client.call(getSecondFactors, {})
    await person.client.call(removeSecondFactor, { password, id: factors[0]?.id ?? '', code: current() })
    expect(await signInWith()).toMatchObject({ uid: person.uid })
    expect(await person.client.call(getSecondFactors, {})).toMatchObject({ factors: [], recoveryCodes: 0 })
    expect(await lettersOf('second_factor_added')).toHaveLength(1)
    expect(await lettersOf('second_factor_removed')).toMatchObject([{ factor: 'authenticator_app' }])
  })

  test('can sign in with only the password after the operator has removed the app, and gets a letter about the removal', async () => {
    const remove = () =>
      app.database.transaction((tx) =>
        runOperatorCommand(tx, { email: person.email }, { kind: 'remove_second_factors' }),
      )
    expect(await remove()).toMatchObject({ changed: true, factorsRemoved: 1 })
    expect(await remove()).toMatchObject({ changed: false, factorsRemoved: 0 })
    expect(await signInWith()).toMatchObject({ uid: person.uid })
    expect(await queuedLetters(app.database, person.email, 'second_factors_reset')).toHaveLength(1)
    await expect(signInWith({ code: recoveryCodes[0] })).resolves.toBeDefined()
  })

  test('finds the app in the export, without its key', async () => {
    const exported = await person.client.call(exportData, {})
    expect(exported.secondFactors).toEqual([
      { kind: 'authenticator_app', device: expect.any(String), addedAt: new Date(now).toISOString() },
    ])
    expect(JSON.stringify(exported)).not.toContain(key)
  })

  test('leaves no app and no recovery codes in the database after deleting the account', async () => {
    const { db } = app.database
    const counts = async () => {
      const factors = await db.selectFrom('second_factors').where('secret', '=', key).select('id').execute()
      const codes = await db.selectFrom('recovery_codes').select('person_id').execute()
      return [factors.length, codes.length]
    }
    const [, codesBefore = 0] = await counts()
    await person.client.call(deleteAccount, { password, code: current() })
    expect(await counts()).toEqual([0, codesBefore - 10])
  })

  test('has recovery codes that are stored only as hashes', async () => {
    const rows = await app.database.db.selectFrom('recovery_codes').select('code_hash').execute()
    const stored = rows.map((it) => it.code_hash.toString('latin1')).join()
    for (const it of recoveryCodes) expect(stored).not.toContain(it.replaceAll('-', ''))
  })
})

describe('the setup of an authenticator app', () => {
  test('needs the password, and then a right code within half an hour', async () => {
    const { client } = person
    const begin = (secret = password) => client.call(startAddingAuthenticatorApp, { password: secret })
    await expect(begin('not it')).rejects.toMatchObject({ code: 'wrong_credentials' })
    const { key, uri } = await begin()
    expect(new URL(uri).searchParams.get('secret')).toBe(key)
    expect(uri).toContain(encodeURIComponent(person.email))
    const add = (it: string) => client.call(addAuthenticatorApp, { code: it })
    await expect(add(code(key, 3))).rejects.toMatchObject(wrongSecondFactor)
    expect(await signInWith()).toMatchObject({ uid: person.uid })
    await setClock(30 * 60)
    await expect(add(code(key, 60))).rejects.toMatchObject(wrongSecondFactor)
    await setClock(30 * 60 - 1)
    expect((await add(code(key, 59))).recoveryCodes).toHaveLength(10)
    await expect(add(code(key, 59))).rejects.toMatchObject(wrongSecondFactor)
  })

  test('cannot be finished after another factor was added, because it was begun without a second factor', async () => {
    const { key } = await person.client.call(startAddingAuthenticatorApp, { password })
    await addSoftwarePasskey(person.client)
    const late = person.client.call(addAuthenticatorApp, { code: code(key) })
    await expect(late).rejects.toMatchObject(wrongSecondFactor)
  })

  test('is deleted by the cleanup job after it expires, like passkey challenges', async () => {
    await person.client.call(startAddingAuthenticatorApp, { password })
    await visitor.call(signInChallenge, {})
    const { db } = app.database
    await setClock(60 * 60)
    await deleteExpiredIdentityData(app.database)
    expect(await db.selectFrom('authenticator_app_setups').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  })
})
