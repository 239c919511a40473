import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../contract/client.ts'
import { changeEmail, confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { changePassword, getSession, resetPassword, signIn } from '../../contract/identity.ts'
import {
  addPasskey,
  confirmationChallenge,
  getSecondFactors,
  removeSecondFactor,
  signInChallenge,
  signInWithPasskey,
  startAddingPasskey,
} from '../../contract/second-factor.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { changeEmailOf, tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { now, startSecondFactorApp, wrongSecondFactor } from '../../tests/runtime/second-factor-app.ts'
import { addSoftwareAuthenticator, addSoftwarePasskey } from '../../tests/runtime/second-factors.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { createSoftwarePasskey } from '../../tests/runtime/software-passkey.ts'
import { runOperatorCommand } from './operator-command.ts'

const app = await startSecondFactorApp()
const { setClock } = app
const visitor = app.client()

let person: TestAccount
beforeEach(async () => {
  person = await app.newPersonAtFixedTime()
})

const signInWith = (proof: object = {}) => visitor.call(signIn, { email: person.email, password, ...proof })

const newSignInChallenge = async () => (await visitor.call(signInChallenge, {})).challenge

describe('a person with a passkey', () => {
  let passkey: ReturnType<typeof createSoftwarePasskey>
  let recoveryCodes: string[]
  beforeEach(async () => {
    ;({ passkey, recoveryCodes } = await addSoftwarePasskey(person.client))
  })

  type Deviations = Parameters<typeof passkey.sign>[1]
  const signed = async (deviations?: Deviations) => passkey.sign(await newSignInChallenge(), deviations)
  const enterWith = (assertion: Awaited<ReturnType<typeof signed>>) =>
    visitor.call(signInWithPasskey, { passkey: assertion })
  const changeWith = (client: Client, assertion: Awaited<ReturnType<typeof signed>>) =>
    client.call(changePassword, { password, newPassword: password, passkey: assertion })

  test('signs in with only the passkey', async () => {
    const { token, uid } = await enterWith(await signed())
    expect(uid).toBe(person.uid)
    expect(await app.client(token).call(getSession, {})).toMatchObject({ uid })
    const { factors } = await person.client.call(getSecondFactors, {})
    expect(factors).toMatchObject([{ kind: 'passkey', lastUsedAt: new Date(now).toISOString() }])
  })

  test('needs the passkey or a recovery code in addition to the password', async () => {
    await expect(signInWith()).rejects.toMatchObject({
      status: 401,
      code: 'second_factor_required',
      secondFactors: ['passkey', 'recovery_code'],
    })
    expect(await signInWith({ passkey: await signed() })).toMatchObject({ uid: person.uid })
    expect(await signInWith({ code: recoveryCodes[0] })).toMatchObject({ uid: person.uid })
  })

  test('can confirm a sensitive change with the passkey', async () => {
    const { challenge, existing } = await person.client.call(confirmationChallenge, {})
    expect(existing).toEqual([passkey.credential])
    await changeWith(person.client, passkey.sign(challenge))
  })

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'http://localhost:8081' }],
    ['another domain', { domain: 'minbar.example' }],
    ['no user verification', { isUserVerified: false }],
  ])('cannot sign in with a passkey response that has %s', async (_, deviations) => {
    await expect(enterWith(await signed(deviations))).rejects.toMatchObject(wrongSecondFactor)
    await expect(signInWith({ passkey: await signed(deviations) })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('cannot sign in with a copied passkey, whose counter is too low', async () => {
    await enterWith(await signed({ counter: 100 }))
    await expect(enterWith(await signed({ counter: 100 }))).rejects.toMatchObject(wrongSecondFactor)
    await enterWith(await signed({ counter: 101 }))
  })

  test('cannot sign in with another passkey’s signature', async () => {
    const other = createSoftwarePasskey().sign(await newSignInChallenge())
    await expect(enterWith(other)).rejects.toMatchObject(wrongSecondFactor)
    await expect(enterWith({ ...other, credential: passkey.credential })).rejects.toMatchObject(
      wrongSecondFactor,
    )
  })

  test('cannot use a passkey challenge twice, even if the first call failed', async () => {
    const challenge = await newSignInChallenge()
    await enterWith(passkey.sign(challenge))
    await expect(enterWith(passkey.sign(challenge))).rejects.toMatchObject(wrongSecondFactor)
    const failed = await newSignInChallenge()
    await expect(enterWith(passkey.sign(failed, { isUserVerified: false }))).rejects.toMatchObject(
      wrongSecondFactor,
    )
    await expect(enterWith(passkey.sign(failed))).rejects.toMatchObject(wrongSecondFactor)
  })

  test('cannot use a passkey challenge after five minutes', async () => {
    const [early, late] = [await signed(), await signed()]
    await setClock(5 * 60 - 1)
    await enterWith(early)
    await setClock(5 * 60)
    await expect(enterWith(late)).rejects.toMatchObject(wrongSecondFactor)
  })

  test('cannot use a passkey challenge of another purpose, or an invented challenge', async () => {
    const { challenge } = await person.client.call(confirmationChallenge, {})
    await expect(enterWith(passkey.sign(challenge))).rejects.toMatchObject(wrongSecondFactor)
    await expect(changeWith(person.client, await signed())).rejects.toMatchObject(wrongSecondFactor)
    const { challenge: adding } = await person.client.call(startAddingPasskey, {
      password,
      passkey: passkey.sign((await person.client.call(confirmationChallenge, {})).challenge),
    })
    await expect(enterWith(passkey.sign(adding))).rejects.toMatchObject(wrongSecondFactor)
    await expect(changeWith(person.client, passkey.sign(adding))).rejects.toMatchObject(wrongSecondFactor)
    await expect(enterWith(passkey.sign('A'.repeat(43)))).rejects.toMatchObject(wrongSecondFactor)
    await expect(enterWith({ ...(await signed()), clientData: 'bm9uc2Vuc2U' })).rejects.toMatchObject(
      wrongSecondFactor,
    )
  })

  test('cannot use the challenge or the passkey of another person', async () => {
    const other = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    const { passkey: othersPasskey } = await addSoftwarePasskey(other.client)
    const { challenge } = await other.client.call(confirmationChallenge, {})
    await expect(changeWith(person.client, passkey.sign(challenge))).rejects.toMatchObject(wrongSecondFactor)
    const own = await person.client.call(confirmationChallenge, {})
    await expect(changeWith(person.client, othersPasskey.sign(own.challenge))).rejects.toMatchObject(
      wrongSecondFactor,
    )
    await expect(
      signInWith({ passkey: othersPasskey.sign(await newSignInChallenge()) }),
    ).rejects.toMatchObject(wrongSecondFactor)
  })

  test('cannot use the passkey after its removal, or while the account is suspended', async () => {
    const { uid } = person
    const suspend = (on: boolean) =>
      app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on }))
    await suspend(true)
    await expect(enterWith(await signed())).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
    await suspend(false)
    person = await withPermanentSession(app, person)
    const { challenge } = await person.client.call(confirmationChallenge, {})
    const { factors } = await person.client.call(getSecondFactors, {})
    const proof = { password, passkey: passkey.sign(challenge) }
    await person.client.call(removeSecondFactor, { ...proof, id: factors[0]?.id ?? '' })
    await expect(enterWith(await signed())).rejects.toMatchObject(wrongSecondFactor)
  })

  test('can add more passkeys, each once, but not a passkey of another person', async () => {
    const begin = async (client: Client) => {
      const { challenge } = await client.call(confirmationChallenge, {})
      return client.call(startAddingPasskey, { password, passkey: passkey.sign(challenge) })
    }
    const { challenge, existing, user } = await begin(person.client)
    expect(existing).toEqual([passkey.credential])
    expect(user).toMatchObject({ name: person.email, displayName: person.name })
    const second = createSoftwarePasskey()
    const added = await person.client.call(addPasskey, { newPasskey: second.create(challenge) })
    expect(added).toEqual({ recoveryCodes: null })
    const again = person.client.call(addPasskey, { newPasskey: second.create(challenge) })
    await expect(again).rejects.toMatchObject(wrongSecondFactor)
    const other = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    const others = await other.client.call(startAddingPasskey, { password })
    const stolen = other.client.call(addPasskey, { newPasskey: passkey.create(others.challenge) })
    await expect(stolen).rejects.toMatchObject(wrongSecondFactor)
    const mine = await begin(person.client)
    const foreign = other.client.call(addPasskey, {
      newPasskey: createSoftwarePasskey().create(mine.challenge),
    })
    await expect(foreign).rejects.toMatchObject(wrongSecondFactor)
  })

  test.each<[string, Deviations]>([
    ['another origin', { origin: 'https://minbar.example' }],
    ['another domain', { domain: 'minbar.example' }],
    ['no user verification', { isUserVerified: false }],
  ])('cannot add a passkey whose response has %s', async (_, deviations) => {
    const other = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    const { challenge } = await other.client.call(startAddingPasskey, { password })
    const newPasskey = createSoftwarePasskey().create(challenge, deviations)
    await expect(other.client.call(addPasskey, { newPasskey })).rejects.toMatchObject(wrongSecondFactor)
  })

  test('can have at most twenty passkeys', async () => {
    const personId = await app.database.db
      .selectFrom('second_factors')
      .where('credential_id', '=', passkey.credential)
      .select('person_id')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 19 }, () => {
      const { credential: credential_id, publicKey: public_key } = createSoftwarePasskey()
      return {
        ...personId,
        kind: 'passkey' as const,
        device: 'a test',
        credential_id,
        public_key,
        counter: 0,
      }
    })
    await app.database.db.insertInto('second_factors').values(rows).execute()
    const { challenge } = await person.client.call(confirmationChallenge, {})
    const begun = person.client.call(startAddingPasskey, { password, passkey: passkey.sign(challenge) })
    await expect(begun).rejects.toMatchObject({ status: 409, code: 'too_many_passkeys' })
  })

  /** Changes the person's email with the passkey, undoes the change, and sets a new password by the link to the old address. */
  async function changeEmailAndUndo() {
    const email = unusedAddress()
    const { challenge } = await person.client.call(confirmationChallenge, {})
    await person.client.call(changeEmail, { email, password, passkey: passkey.sign(challenge) })
    await visitor.call(confirmEmail, { token: await tokenInLetter(app, email, 'confirm_email') })
    await visitor.call(undoEmailChange, { token: await tokenInLetter(app, person.email, 'email_changed') })
    const token = await tokenInLetter(app, person.email, 'email_restored')
    await visitor.call(resetPassword, { token, password })
  }

  const week = 7 * 24 * 60 * 60

  test('loses the passkey if it was added in the week before an email change and the change is undone', async () => {
    await setClock(week - 1)
    await changeEmailAndUndo()
    await expect(enterWith(await signed())).rejects.toMatchObject(wrongSecondFactor)
    expect(await signInWith()).toMatchObject({ uid: person.uid })
  })

  test('keeps the passkey if it was added more than a week before an email change and the change is undone', async () => {
    await setClock(week + 1)
    await changeEmailAndUndo()
    expect(await enterWith(await signed())).toMatchObject({ uid: person.uid })
    await expect(signInWith()).rejects.toMatchObject({ code: 'second_factor_required' })
    expect(await signInWith({ code: recoveryCodes[0] })).toMatchObject({ uid: person.uid })
  })

  test('loses passkeys that were added after an email change when the change is undone', async () => {
    const to = unusedAddress()
    const intruder = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    const undo = await changeEmailOf(app, intruder, intruder.email, to)
    await setClock(1)
    await addSoftwarePasskey(intruder.client)
    await visitor.call(undoEmailChange, { token: undo })
    const reset = await tokenInLetter(app, intruder.email, 'email_restored')
    await visitor.call(resetPassword, { token: reset, password })
    expect(await visitor.call(signIn, { email: intruder.email, password })).toMatchObject({
      uid: intruder.uid,
    })
  })
})

test('a passkey cannot be added with a challenge that was made before the person added an authenticator app', async () => {
  const { challenge } = await person.client.call(startAddingPasskey, { password })
  await addSoftwareAuthenticator(person.client, now)
  const late = person.client.call(addPasskey, { newPasskey: createSoftwarePasskey().create(challenge) })
  await expect(late).rejects.toMatchObject(wrongSecondFactor)
})

test('passkeys are not available if PUBLIC_URL is not set', async () => {
  const plain = await startApp()
  const { client } = await newKhateeb(plain.baseUrl)
  expect(await client.call(getSecondFactors, {})).toMatchObject({ passkeysAvailable: false })
  const unavailable = { status: 404, code: 'not_found' }
  await expect(client.call(startAddingPasskey, { password })).rejects.toMatchObject(unavailable)
  await expect(client.call(confirmationChallenge, {})).rejects.toMatchObject(unavailable)
  await expect(plain.client().call(signInChallenge, {})).rejects.toMatchObject(unavailable)
})
