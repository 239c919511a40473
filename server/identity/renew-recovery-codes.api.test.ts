import { beforeEach, describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { changePassword, signIn } from '../../contract/identity.ts'
import {
  confirmationChallenge,
  getSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../contract/second-factor.ts'
import { tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { now, startSecondFactorApp, wrongSecondFactor } from '../../tests/runtime/second-factor-app.ts'
import { addSoftwareAuthenticator, addSoftwarePasskey, codeOf } from '../../tests/runtime/second-factors.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'

const app = await startSecondFactorApp()
const { setClock } = app

let person: TestAccount
let key: string
/** An old recovery code: the only second factor of a person who has lost the phone. */
let code: string
let otherCode: string
beforeEach(async () => {
  person = await app.newPersonAtFixedTime()
  const added = await addSoftwareAuthenticator(person.client, now)
  key = added.key
  ;[code = '', otherCode = ''] = added.recoveryCodes
})

const renewWith = async (proof: object) =>
  (await person.client.call(renewRecoveryCodes, { password, ...proof })).recoveryCodes
const signInWith = (it: string | undefined) =>
  app.client().call(signIn, { email: person.email, password, code: it })
const codeRows = async () =>
  app.database.db
    .selectFrom('recovery_codes')
    .where('person_id', '=', await personIdOf(app.database.db, person.uid))
    .selectAll()
    .execute()

describe('a renewal of recovery codes', () => {
  test('returns the same codes when it is repeated with the confirming recovery code, because the response may be lost', async () => {
    const lost = await renewWith({ code })
    expect(lost).toHaveLength(10)
    expect(await renewWith({ code })).toEqual(lost)
    expect(await signInWith(lost[0])).toMatchObject({ uid: person.uid })
    expect(await person.client.call(getSecondFactors, {})).toMatchObject({ recoveryCodes: 9 })
  })

  test('that is repeated leaves used codes unusable', async () => {
    const [used] = await renewWith({ code })
    await signInWith(used)
    await renewWith({ code })
    await expect(signInWith(used)).rejects.toMatchObject(wrongSecondFactor)
    expect(await person.client.call(getSecondFactors, {})).toMatchObject({ recoveryCodes: 9 })
  })

  test('makes codes that differ from each other and from the earlier codes', async () => {
    const [first = '', ...others] = await renewWith({ code })
    const codes = [first, ...others, ...(await renewWith({ code: first }))]
    expect(new Set(codes).size).toBe(20)
  })

  test('can be repeated for ten minutes', async () => {
    await renewWith({ code })
    await setClock(10 * 60 - 1)
    await renewWith({ code })
    await setClock(10 * 60)
    await expect(renewWith({ code })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('makes the confirming code unusable for signing in and for other changes', async () => {
    await renewWith({ code })
    await expect(signInWith(code)).rejects.toMatchObject(wrongSecondFactor)
    const change = person.client.call(changePassword, { password, newPassword: 'new minaret', code })
    await expect(change).rejects.toMatchObject(wrongSecondFactor)
    const { factors } = await person.client.call(getSecondFactors, {})
    const removal = person.client.call(removeSecondFactor, { password, id: factors[0]?.id ?? '', code })
    await expect(removal).rejects.toMatchObject(wrongSecondFactor)
  })

  test('can’t be repeated with another old code', async () => {
    await renewWith({ code })
    await expect(renewWith({ code: otherCode })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('can’t be repeated after a later renewal, whether a recovery code or a code of the app confirmed the later one', async () => {
    const [next = ''] = await renewWith({ code })
    await renewWith({ code: next })
    await expect(renewWith({ code })).rejects.toMatchObject(wrongSecondFactor)
    await renewWith({ code: next })
    await renewWith({ code: codeOf(key, { now, steps: 1 }) })
    await expect(renewWith({ code: next })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('can’t be repeated with a code from an authenticator app', async () => {
    const ofApp = codeOf(key, { now, steps: 1 })
    await renewWith({ code: ofApp })
    await expect(renewWith({ code: ofApp })).rejects.toMatchObject(wrongSecondFactor)
    expect(await codeRows()).toHaveLength(10)
  })

  test('leaves ten codes besides the confirming code, and sends a letter at each repetition', async () => {
    await renewWith({ code })
    expect(await person.client.call(getSecondFactors, {})).toMatchObject({ recoveryCodes: 10 })
    await renewWith({ code })
    const letters = await queuedLetters(app.database, person.email, 'recovery_code_used')
    expect(letters).toMatchObject([{ left: null }, { left: null }])
  })

  test('can’t be repeated after the last factor was removed and another was added', async () => {
    const [next] = await renewWith({ code })
    const { factors } = await person.client.call(getSecondFactors, {})
    await person.client.call(removeSecondFactor, { password, id: factors[0]?.id ?? '', code: next })
    expect(await codeRows()).toEqual([])
    const { passkey, recoveryCodes } = await addSoftwarePasskey(person.client)
    expect(recoveryCodes).toHaveLength(10)
    await expect(renewWith({ code })).rejects.toMatchObject(wrongSecondFactor)
    const { challenge } = await person.client.call(confirmationChallenge, {})
    expect(await renewWith({ passkey: passkey.sign(challenge) })).toHaveLength(10)
  })

  test('after a change of email leaves no codes in the database once the change is undone', async () => {
    const { email } = person
    const newEmail = unusedAddress()
    await setClock(1)
    await person.client.call(changeEmail, { password, email: newEmail, code: otherCode })
    await app.client().call(confirmEmail, { token: await tokenInLetter(app, newEmail, 'confirm_email') })
    await setClock(2)
    await renewWith({ code })
    await app.client().call(undoEmailChange, { token: await tokenInLetter(app, email, 'email_changed') })
    expect(await codeRows()).toEqual([])
  })

  test('leaves no trace of the confirming code after the cleanup job', async () => {
    await renewWith({ code })
    await setClock(10 * 60 - 1)
    await deleteExpiredIdentityData(app.database)
    expect(await codeRows()).toHaveLength(11)
    await setClock(10 * 60)
    await deleteExpiredIdentityData(app.database)
    expect(await codeRows()).toHaveLength(10)
  })
})
