import { randomUUID } from 'node:crypto'
import { databaseNow } from '../../server/database/database.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import { hashOfCode } from '../../server/identity/second-factor/recovery-codes.ts'
import { newAppKey } from '../../server/identity/second-factor/totp.ts'
import { newToken } from '../../server/tokens.ts'
import { cheapPasswordCost, startApp, type TestApp } from '../runtime/app.ts'
import { khateebProfile, masjidProfile } from '../runtime/insert-people.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { codeOf } from '../runtime/second-factors.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { farFuture, insertSession, withPermanentSession } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { createSoftwarePasskey, passkeyOrigin } from '../runtime/software-passkey.ts'
import { insertAssignment, insertProposal, insertSlot, moveSlot } from './insert-slot.ts'

/** The accounts of a `Fixture`. Scenarios are about the first khateeb and the first masjid; the others are outsiders. */
export const members = ['khateeb', 'otherKhateeb', 'masjid', 'otherMasjid'] as const
export type MemberName = (typeof members)[number]

/** The application with two masjids and two khateebs. */
export type Fixture = TestApp &
  Readonly<Record<MemberName, TestAccount>> & {
    /** The ids of the people who signed up. */
    readonly personIds: Readonly<Record<MemberName, string>>
  }

/** Unique, so that tests can search for it in every response. */
export const khateebPhone = '7345550142'

const [area = '', exchange = '', line = ''] = /^(...)(...)(....)$/.exec(khateebPhone)?.slice(1) ?? []
const shown = new RegExp(`${area}\\D{0,3}${exchange}\\D{0,3}${line}`)

/** Finds the khateeb's phone in a text, in any format; null if absent. */
export function findPhone(text: string): string | null {
  return shown.exec(text)?.[0] ?? null
}

/** Finds the khateeb's phone in the body or headers of a response; null if absent. */
export function findPhoneInAnswer({ text, headers }: RawResponse): string | null {
  return findPhone([text, ...headers.values()].join('\n'))
}

/** Starts the application and signs up its four accounts. Their sessions do not expire when a test moves the clock. */
export async function startFixture(options: Parameters<typeof startApp>[0] = {}): Promise<Fixture> {
  const app = await startApp({ ...options, env: { PUBLIC_URL: passkeyOrigin, ...options.env } })
  const signIn = async (signedUp: Promise<TestAccount>) => withPermanentSession(app, await signedUp)
  const accounts = {
    masjid: await signIn(newMasjid(app.baseUrl)),
    khateeb: await signIn(newKhateeb(app.baseUrl, { phone: khateebPhone })),
    otherMasjid: await signIn(newMasjid(app.baseUrl, { masjidName: 'Another masjid' })),
    otherKhateeb: await signIn(newKhateeb(app.baseUrl, { firstName: 'Another', lastName: 'khateeb' })),
  }
  const idOf = (member: MemberName) => personIdOf(app.database.reader, accounts[member].uid)
  const personIds = {
    masjid: await idOf('masjid'),
    khateeb: await idOf('khateeb'),
    otherMasjid: await idOf('otherMasjid'),
    otherKhateeb: await idOf('otherKhateeb'),
  }
  return { ...app, ...accounts, personIds }
}

/**
 * The state between the khateeb and the masjid's one slot. `moved`: confirmed, but the start has changed since. `blocked`: the khateeb
 * has blocked the masjid. `second factor`: open, and the caller has a passkey and a recovery code.
 */
export type SlotState = 'open' | 'invited' | 'requested' | 'confirmed' | 'moved' | 'blocked' | 'second factor'

/** An id that no row has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Deletes all slots, proposals and blocks, and inserts one slot of the masjid, with the khateeb in `state`. */
export async function setUpScenario(fixture: Fixture, state: SlotState, callerUid = fixture.khateeb.uid) {
  const { database } = fixture
  const { reader } = database
  const [masjidUid, khateebUid] = [fixture.masjid.uid, fixture.khateeb.uid]
  const khutbahTime = '13:00'
  await reader.deleteFrom('slots').execute()
  await reader.deleteFrom('blocks').execute()
  await restoreAccounts(fixture)
  const slot = await insertSlot(database, masjidUid, khutbahTime)
  const people = { masjid_uid: masjidUid, khateeb_uid: khateebUid }
  let requestId = unknownId
  let assignmentId = unknownId
  if (state === 'confirmed' || state === 'moved') {
    assignmentId = await insertAssignment(database, { ...people, ...slot })
    if (state === 'moved') await moveSlot(database, slot)
  } else if (state === 'blocked') {
    await reader
      .insertInto('blocks')
      .values({ ...people, by_role: 'khateeb' })
      .execute()
  } else if (state !== 'open' && state !== 'second factor') {
    const direction = state === 'invited' ? 'invite' : 'request'
    requestId = await insertProposal(database, { ...people, slot_id: slot.slot_id, direction })
  }
  const [reset, verify, confirm, undo] = [newToken(), newToken(), newToken(), newToken()]
  const disown = newToken()
  const link = { person_id: fixture.personIds.khateeb, expires_at: farFuture }
  const newEmail = `${randomUUID()}@minbar.example`
  await reader
    .insertInto('links')
    .values([
      { ...link, purpose: 'reset_password', token_hash: reset.hash },
      { ...link, purpose: 'verify_email', token_hash: verify.hash },
      { ...link, purpose: 'confirm_email', token_hash: confirm.hash, email: newEmail },
      { ...link, purpose: 'undo_email_change', token_hash: undo.hash, email: fixture.khateeb.email },
      // No test confirms the other khateeb's address. An account with a confirmed one cannot be disowned.
      {
        ...link,
        person_id: fixture.personIds.otherKhateeb,
        purpose: 'disown_account',
        token_hash: disown.hash,
      },
    ])
    .execute()
  return {
    masjidUid,
    khateebUid,
    slot: { masjidUid, khutbahDate: friday, khutbahTime },
    slotId: slot.slot_id,
    seenStart: slot.starts_at.toISOString(),
    /** The proposal's id, or `unknownId`. */
    requestId,
    /** The assignment's id, or `unknownId`. */
    assignmentId,
    khateebEmail: fixture.khateeb.email,
    /** An unused email address. */
    email: `${randomUUID()}@minbar.example`,
    /** Tokens of links in letters to the khateeb, one for each purpose; `disownToken` is one to the other khateeb. */
    resetToken: reset.token,
    verifyToken: verify.token,
    confirmToken: confirm.token,
    undoToken: undo.token,
    disownToken: disown.token,
    /** An extra session of the caller. */
    sessionId: (await insertSession(database, callerUid)).id,
    ...(await setUpSecondFactors(fixture, state, callerUid)),
  }
}

const passkey = createSoftwarePasskey()
const recoveryCode = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ'

/** Inserts what a caller needs to add or use second factors. Deletes those that a test has added. */
async function setUpSecondFactors(fixture: Fixture, state: SlotState, callerUid: string) {
  const { reader } = fixture.database
  for (const table of [
    'second_factors',
    'recovery_codes',
    'passkey_challenges',
    'authenticator_app_setups',
  ] as const)
    await reader.deleteFrom(table).execute()
  const person_id = fixture.personIds[members.find((it) => fixture[it].uid === callerUid) ?? 'khateeb']
  const [signIn, confirm, add] = [newToken(), newToken(), newToken()]
  const expires_at = farFuture
  await reader
    .insertInto('passkey_challenges')
    .values([
      { purpose: 'sign_in', challenge_hash: signIn.hash, person_id: null, expires_at },
      { purpose: 'confirm', challenge_hash: confirm.hash, person_id, expires_at },
      { purpose: 'add', challenge_hash: add.hash, person_id, expires_at },
    ])
    .execute()
  const secret = newAppKey()
  const { now } = await reader
    .insertInto('authenticator_app_setups')
    .values({ person_id, secret, expires_at })
    .returning(databaseNow.as('now'))
    .executeTakeFirstOrThrow()
  const { credential: credential_id, publicKey: public_key } = passkey
  const factor = {
    person_id,
    kind: 'passkey',
    device: 'a test',
    credential_id,
    public_key,
    counter: 0,
  } as const
  const added =
    state === 'second factor' && reader.insertInto('second_factors').values(factor).returning('id')
  const code_hash = hashOfCode(person_id, recoveryCode.replaceAll('-', ''))
  if (added !== false) await reader.insertInto('recovery_codes').values({ person_id, code_hash }).execute()
  return {
    /** The id of the caller's passkey, or `unknownId`. */
    factorId: added === false ? unknownId : (await added.executeTakeFirstOrThrow()).id,
    recoveryCode,
    /** The code of the authenticator app that the caller sets up. */
    appCode: codeOf(secret, { now: now.getTime() }),
    /** The passkey's answers to challenges of a sign-in and of a confirmation. */
    signInAssertion: passkey.sign(signIn.token),
    confirmation: passkey.sign(confirm.token),
    newPasskey: createSoftwarePasskey().create(add.token),
  }
}

/** The ids and tokens that a call can name after `setUpScenario`. */
export type Scenario = Awaited<ReturnType<typeof setUpScenario>>

/** The hash of the shared test password. */
const password_hash = await createPasswords(cheapPasswordCost).hash(password)

/** Undoes what a test did to the accounts: suspensions, deletions, and changes of the khateeb's email or password. */
async function restoreAccounts(fixture: Fixture): Promise<void> {
  const { reader } = fixture.database
  const { email } = fixture.khateeb
  await reader
    .updateTable('parties')
    .set({ suspended_at: null })
    .where('suspended_at', 'is not', null)
    .execute()
  await reader
    .updateTable('people')
    .set({ email, password_hash })
    .where('id', '=', fixture.personIds.khateeb)
    .where('left_at', 'is', null)
    .execute()
  const gone = await reader.selectFrom('parties').where('left_at', 'is not', null).select('uid').execute()
  for (const { uid } of gone) {
    const member = members.find((it) => fixture[it].uid === uid)
    if (member === undefined) throw new Error(`No account of the fixture has the uid ${uid}`)
    const person = fixture[member]
    await reader
      .updateTable('people')
      .set({ email: person.email, password_hash, left_at: null })
      .where('id', '=', fixture.personIds[member])
      .execute()
    const party = await reader
      .updateTable('parties')
      .set({ left_at: null })
      .where('uid', '=', uid)
      .returning('role')
      .executeTakeFirstOrThrow()
    await reader
      .insertInto('memberships')
      .values({ person_id: fixture.personIds[member], party_uid: uid, party_role: party.role, role: 'owner' })
      .execute()
    if (member === 'masjid' || member === 'otherMasjid') {
      await reader.insertInto('masjids').values(masjidProfile(person)).execute()
    } else {
      const phone = member === 'khateeb' ? khateebPhone : undefined
      await reader.insertInto('khateebs').values(khateebProfile(person, phone)).execute()
    }
  }
}
