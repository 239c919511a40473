import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { getSession, masjidSignup, resetPassword, signIn } from '../../contract/identity.ts'
import {
  addPasskey,
  renewRecoveryCodes,
  signInChallenge,
  signInWithPasskey,
  startAddingPasskey,
} from '../../contract/second-factor.ts'
import type { Tx } from '../../server/database/database.ts'
import { lockAccount } from '../../server/identity/accounts.ts'
import { createLink } from '../../server/identity/single-use-links.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { insertKhateeb } from '../runtime/insert-people.ts'
import { newKhateeb, password, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { retryingClient, retryingClientOf } from '../runtime/retrying-client.ts'
import { addSoftwareAuthenticator, addSoftwarePasskey, codeOf } from '../runtime/second-factors.ts'
import { createSoftwarePasskey, passkeyOrigin } from '../runtime/software-passkey.ts'
import {
  clientFor,
  expectOutcomesIn,
  outcomeOf,
  type RacingCall,
  rounds,
  startServerPair,
  tally,
} from './race.ts'
import { signUpCall } from './racing-calls.ts'

const pair = await startServerPair({ PUBLIC_URL: passkeyOrigin, LIMIT_SECOND_FACTOR: '1000/1' })

const masjid = {
  masjidName: 'Masjid of the race',
  masjidAddress: '1 Main Street',
  password,
  phone: '(313) 555-0100',
  zipCode: '48126',
}

function passwordOf(number: number): string {
  return `pulpit-of-oak-${number}`
}

/** Counts the people and profiles of an email address, and lists its letters. */
async function rowsOf(email: string) {
  const { rows } = await pair.database.pool.query(
    `select (select count(*)::int from people where email = $1) as people,
       (select count(*)::int from people p join memberships m on m.person_id = p.id
          left join khateebs k on k.uid = m.party_uid left join masjids j on j.uid = m.party_uid
          where p.email = $1 and (k.uid is not null or j.uid is not null)) as profiles,
       array(select kind from letters where recipient = $1) as letters`,
    [email],
  )
  return rows[0]
}

/**
 * Adds an authenticator app. Returns a recovery code, the call that uses this code to make new recovery codes, and the new codes that this
 * call has returned so far.
 */
async function renewCallOf({ client, token }: TestAccount) {
  const [code = ''] = (await addSoftwareAuthenticator(client)).recoveryCodes
  const answers: (readonly string[])[] = []
  const call: RacingCall = async (url) => {
    const { recoveryCodes } = await retryingClientOf(url, token).call(renewRecoveryCodes, { password, code })
    answers.push(recoveryCodes)
    return {}
  }
  return { code, call, answers }
}

/** Signs in with a recovery code, through one of the servers. */
function signInOutcome({ email }: TestAccount, code: string, server = 0): Promise<string> {
  return outcomeOf(retryingClient(pair.urlOf(server)).call(signIn, { email, password, code }))
}

describe.each(rounds)('round %i', () => {
  test('of fifty concurrent sign-ups with one email in different spellings, one creates an account, a profile and a letter', async () => {
    const email = `race-${randomUUID()}@minbar.example`
    const written = [email, email.toUpperCase(), `  ${email} `]
    const signUp: RacingCall = (url, number) => {
      const spelling = written[number % written.length] ?? email
      return number % 4 < 2
        ? signUpCall(spelling)(url, number)
        : retryingClient(url).call(masjidSignup, { ...masjid, email: spelling })
    }
    const outcomes = await pair.race(signUp)
    expect(tally(outcomes.flat())).toEqual({ changed: 1, email_taken: 49 })
    expect(await rowsOf(email)).toEqual({ people: 1, profiles: 1, letters: ['welcome'] })
  })

  test('a sign-up sent fifty times concurrently with one Idempotency-Key always succeeds, and takes effect once', async () => {
    const email = `race-${randomUUID()}@minbar.example`
    const headers = { 'idempotency-key': randomUUID() }
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => signUpCall(email, headers)(pair.urlOf(index), index)),
    )
    expect(results).toEqual(results.map(() => results[0]))
    expect(await rowsOf(email)).toEqual({ people: 1, profiles: 1, letters: ['welcome'] })
  })

  test('a recovery code used fifty times concurrently opens one session', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const { recoveryCodes } = await addSoftwareAuthenticator(khateeb.client)
    const [code = ''] = recoveryCodes
    const [outcomes = []] = await pair.race((url) =>
      retryingClient(url).call(signIn, { email: khateeb.email, password, code }),
    )
    expect(tally(outcomes)).toEqual({ changed: 1, wrong_second_factor: 49 })
    expect((await rowsOf(khateeb.email)).letters.toSorted()).toEqual([
      'recovery_code_used',
      'second_factor_added',
      'welcome',
    ])
  })

  test('two concurrent calls that use the same recovery code to renew the codes return the same new codes, and these work', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const renew = await renewCallOf(khateeb)
    const personId = await personIdOf(pair.database.db, khateeb.uid)
    const lock = (tx: Tx) => lockAccount(tx, { personId })
    expect(await pair.queueBehind(lock, renew.call, renew.call)).toEqual(['changed', 'changed'])
    const [codes = [], others] = renew.answers
    expect(others).toEqual(codes)
    for (const code of codes) expect(await signInOutcome(khateeb, code)).toBe('changed')
  })

  test('a late duplicate of a call that renews the recovery codes leaves the new codes usable, and a used code unusable', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const renew = await renewCallOf(khateeb)
    await renew.call(pair.urlOf(0), 0)
    const [[used = '', ...unused] = []] = renew.answers
    expect(await signInOutcome(khateeb, used)).toBe('changed')
    await renew.call(pair.urlOf(1), 1)
    expect(await signInOutcome(khateeb, used, 1)).toBe('wrong_second_factor')
    for (const code of unused) expect(await signInOutcome(khateeb, code, 1)).toBe('changed')
  })

  test('of a sign-in and a concurrent renewal of the recovery codes with the same code, one succeeds', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const renew = await renewCallOf(khateeb)
    const { email } = khateeb
    const enter: RacingCall = (url) => retryingClient(url).call(signIn, { email, password, code: renew.code })
    const [renewals = [], entries = []] = await pair.shortRace(renew.call, enter)
    expectOutcomesIn([...renewals, ...entries], 'changed', 'wrong_second_factor')
    expect(tally(entries)['changed'] ?? 0).toBe(renewals.includes('changed') ? 0 : 1)
  })

  test('a code of an authenticator app used fifty times concurrently opens one session', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const { key } = await addSoftwareAuthenticator(khateeb.client)
    const code = codeOf(key, { steps: 1 })
    const [outcomes = []] = await pair.race((url) =>
      retryingClient(url).call(signIn, { email: khateeb.email, password, code }),
    )
    expect(tally(outcomes)).toEqual({ changed: 1, wrong_second_factor: 49 })
  })

  test('a passkey challenge signed once and sent fifty times concurrently opens one session', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const { passkey: softwarePasskey } = await addSoftwarePasskey(khateeb.client)
    const { challenge } = await retryingClient(pair.urlOf(0)).call(signInChallenge, {})
    const passkey = softwarePasskey.sign(challenge)
    const [outcomes = []] = await pair.race((url) => retryingClient(url).call(signInWithPasskey, { passkey }))
    expect(tally(outcomes)).toEqual({ changed: 1, wrong_second_factor: 49 })
  })

  test('of two concurrent sign-ins with a passkey and its copy, which have the same counter, one opens a session', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const { passkey: softwarePasskey } = await addSoftwarePasskey(khateeb.client)
    const { credential } = softwarePasskey
    const enter: RacingCall = async (url) => {
      const { challenge } = await retryingClient(url).call(signInChallenge, {})
      const passkey = softwarePasskey.sign(challenge, { counter: 100 })
      return retryingClient(url).call(signInWithPasskey, { passkey })
    }
    const lock = (tx: Tx) =>
      tx
        .selectFrom('second_factors')
        .where('credential_id', '=', credential)
        .select('id')
        .forUpdate()
        .execute()
    expect(await pair.queueBehind(lock, enter, enter)).toEqual(['changed', 'wrong_second_factor'])
  })

  test('a passkey that an intruder adds while the owner undoes the change of email is refused', async () => {
    const khateeb = await newKhateeb(pair.urlOf(0))
    const { client, email } = khateeb
    const newEmail = `race-${randomUUID()}@minbar.example`
    await client.call(changeEmail, { password, email: newEmail })
    await retryingClient(pair.urlOf(0)).call(confirmEmail, {
      token: await tokenInLetter(pair, newEmail, 'confirm_email'),
    })
    const token = await tokenInLetter(pair, email, 'email_changed')
    const { challenge } = await client.call(startAddingPasskey, { password })
    const newPasskey = createSoftwarePasskey().create(challenge)
    const undo: RacingCall = (url) => retryingClient(url).call(undoEmailChange, { token })
    const add: RacingCall = (url) => retryingClientOf(url, khateeb.token).call(addPasskey, { newPasskey })
    const personId = await personIdOf(pair.database.db, khateeb.uid)
    const lock = (tx: Tx) => lockAccount(tx, { personId })
    expect(await pair.queueBehind(lock, undo, add)).toEqual(['changed', 'not_signed_in'])
  })

  test('a reset link used fifty times concurrently sets one password and ends every session', async () => {
    const member = await insertKhateeb(pair.database)
    const token = await pair.database.transaction(async (tx) =>
      createLink(tx, await personIdOf(tx, member.uid), 'reset_password'),
    )
    const [outcomes = []] = await pair.race((url, number) =>
      retryingClient(url).call(resetPassword, { token, password: passwordOf(number) }),
    )
    expect(tally(outcomes)).toEqual({ changed: 1, link_spent: 49 })
    expect((await rowsOf(member.email)).letters).toEqual(['password_changed'])
    expect(await clientFor(member, pair.urlOf(0)).call(getSession, {})).toBeNull()
    const chosen = { email: member.email, password: passwordOf(outcomes.indexOf('changed')) }
    expect(await retryingClient(pair.urlOf(0)).call(signIn, chosen)).toMatchObject({ uid: member.uid })
  })
})
