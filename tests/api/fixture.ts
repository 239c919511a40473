import { randomUUID } from 'node:crypto'
import { databaseNow } from '../../server/database/database.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import { hashOfCode } from '../../server/identity/second-factor/recovery-codes.ts'
import { newAppKey } from '../../server/identity/second-factor/totp.ts'
import { hashOf, newToken } from '../../server/tokens.ts'
import { insertMember } from '../runtime/add-member.ts'
import { cheapPasswordCost, startApp, type TestApp } from '../runtime/app.ts'
import { khateebProfile, masjidProfile } from '../runtime/insert-people.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { codeOf } from '../runtime/second-factors.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { farFuture, insertSession, withPermanentSession } from '../runtime/session.ts'
import { toldOf } from '../runtime/slot-as-told.ts'
import { friday } from '../runtime/slots.ts'
import { createSoftwarePasskey, passkeyOrigin } from '../runtime/software-passkey.ts'
import { insertNewsOfInvite } from './insert-news.ts'
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
 * has blocked the masjid. `second factor`: open, and the caller has a passkey and a recovery code. `team`: open, the emails are confirmed,
 * both masjids have a second owner, and the masjid has sent invitations. `planned`: open, and the masjid has a plan.
 */
export type SlotState =
  | 'open'
  | 'invited'
  | 'requested'
  | 'confirmed'
  | 'moved'
  | 'blocked'
  | 'approved only'
  | 'second factor'
  | 'team'
  | 'planned'

/** An id that no row has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Deletes all slots, proposals, blocks, marks and news, and inserts one slot of the masjid, with the khateeb in `state`. */
export async function setUpScenario(fixture: Fixture, state: SlotState, callerUid = fixture.khateeb.uid) {
  const { database } = fixture
  const { reader } = database
  const [masjidUid, khateebUid] = [fixture.masjid.uid, fixture.khateeb.uid]
  const khutbahTime = '13:00'
  await reader.deleteFrom('slots').execute()
  await reader.deleteFrom('blocks').execute()
  await reader.deleteFrom('khateeb_marks').execute()
  await reader
    .updateTable('masjids')
    .set({ approved_only: false })
    .where('approved_only', '=', true)
    .execute()
  await reader.deleteFrom('availability').execute()
  await reader.deleteFrom('away_dates').execute()
  await reader.deleteFrom('plans').execute()
  await reader.deleteFrom('news').execute()
  await restoreAccounts(fixture)
  const slot = await insertSlot(database, masjidUid, khutbahTime)
  const people = { masjid_uid: masjidUid, khateeb_uid: khateebUid }
  let requestId = unknownId
  let assignmentId = unknownId
  if (state === 'confirmed' || state === 'moved') {
    assignmentId = await insertAssignment(database, { ...people, ...slot })
    if (state === 'moved') await moveSlot(database, slot)
  } else if (state === 'approved only') {
    await reader.updateTable('masjids').set({ approved_only: true }).where('uid', '=', masjidUid).execute()
  } else if (state === 'blocked') {
    await reader
      .insertInto('blocks')
      .values({ ...people, by_role: 'khateeb' })
      .execute()
  } else if (state === 'planned') {
    const services = JSON.stringify([{ key: 1, time: '13:15', minutesAfterDhuhr: null, season: null }])
    await reader
      .insertInto('plans')
      .values({ masjid_uid: masjidUid, services, closures: [], weeks_ahead: 4, posted_through: friday })
      .execute()
  } else if (state !== 'open' && state !== 'second factor' && state !== 'team') {
    const direction = state === 'invited' ? 'invite' : 'request'
    requestId = await insertProposal(database, { ...people, slot_id: slot.slot_id, direction })
  }
  const team = state === 'team' ? await setUpTeam(fixture, slot.slot_id) : noTeam
  const [reset, verify, confirm, undo] = [newToken(), newToken(), newToken(), newToken()]
  const disown = newToken()
  const answer = newToken()
  if (requestId !== unknownId)
    await reader
      .insertInto('answer_links')
      .values({
        token_hash: answer.hash,
        person_id: fixture.personIds.khateeb,
        party_uid: khateebUid,
        proposal_id: requestId,
        expires_at: slot.starts_at,
      })
      .execute()
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
    /** News for the khateeb about the slot. */
    newsId: await insertNewsOfInvite(database, people, slot.slot_id),
    khateebEmail: fixture.khateeb.email,
    /** An unused email address. */
    email: `${randomUUID()}@minbar.example`,
    /** Tokens of links in letters to the khateeb, one for each purpose; `disownToken` is one to the other khateeb. */
    resetToken: reset.token,
    verifyToken: verify.token,
    confirmToken: confirm.token,
    undoToken: undo.token,
    disownToken: disown.token,
    /** Of a link that answers the khateeb's pending invite. */
    answerToken: answer.token,
    ...team,
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

const noTeam = {
  /** The second owner of the masjid. */
  personId: unknownId,
  /** The pending invitation to an address without an account. */
  invitationId: unknownId,
  invitationToken: newToken().token,
  /** The link of the invitation to the khateeb. */
  khateebInvitationToken: newToken().token,
  /** The link of the invitation, as a khateeb, to an address without an account. */
  newKhateebToken: newToken().token,
  /** The link of the invitation to the khateeb to fill the slot. */
  askedToken: newToken().token,
}

async function setUpTeam(
  { database, masjid, otherMasjid, khateeb, personIds }: Fixture,
  slotId: string,
): Promise<typeof noTeam> {
  const { reader } = database
  await reader
    .updateTable('people')
    .set({ email_verified_at: new Date() })
    .where('id', 'in', [personIds.masjid, personIds.otherMasjid, personIds.khateeb])
    .execute()
  const [invitation, toKhateeb, toNewKhateeb, asked] = [newToken(), newToken(), newToken(), newToken()]
  const values = {
    masjid_uid: masjid.uid,
    role: 'viewer',
    invited_by: personIds.masjid,
    expires_at: farFuture,
  } as const
  const email = `${randomUUID()}@minbar.example`
  const told = await toldOf(reader, slotId)
  const { id: invitationId } = await reader
    .insertInto('invitations')
    .values({ ...values, email, token_hash: invitation.hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  await reader
    .insertInto('opt_out_links')
    .values({ token_hash: invitation.hash, address_hash: hashOf(email) })
    .execute()
  await reader
    .insertInto('invitations')
    .values([
      { ...values, email: khateeb.email, token_hash: toKhateeb.hash },
      { ...values, email, role: 'khateeb', token_hash: toNewKhateeb.hash, slot_id: slotId, told },
      { ...values, email: khateeb.email, role: 'khateeb', token_hash: asked.hash, slot_id: slotId, told },
    ])
    .execute()
  await insertMember(reader, otherMasjid.uid, 'owner')
  return {
    personId: await insertMember(reader, masjid.uid, 'owner'),
    invitationId,
    invitationToken: invitation.token,
    khateebInvitationToken: toKhateeb.token,
    newKhateebToken: toNewKhateeb.token,
    askedToken: asked.token,
  }
}

/** Undoes what a test did to the accounts: added parties, suspensions, deletions, members, and changes of the khateeb's email or password. */
async function restoreAccounts(fixture: Fixture): Promise<void> {
  const { reader } = fixture.database
  await reader.deleteFrom('invitations').execute()
  const own = members.map((it) => fixture[it].uid)
  const theirs = reader.selectFrom('memberships').where('party_uid', 'in', own).select('person_id')
  await reader
    .deleteFrom('parties')
    .where('uid', 'not in', own)
    .where('uid', 'in', (eb) =>
      eb.selectFrom('memberships').where('person_id', 'in', theirs).select('party_uid'),
    )
    .execute()
  await reader
    .updateTable('parties')
    .set({ suspended_at: null })
    .where('suspended_at', 'is not', null)
    .execute()
  for (const member of members) await restoreAccount(fixture, member)
  await reader
    .deleteFrom('memberships')
    .where('party_uid', 'in', [fixture.masjid.uid, fixture.otherMasjid.uid])
    .where('person_id', 'not in', [fixture.personIds.masjid, fixture.personIds.otherMasjid])
    .execute()
}

async function restoreAccount(fixture: Fixture, member: MemberName): Promise<void> {
  const { reader } = fixture.database
  const { uid, email } = fixture[member]
  const personId = fixture.personIds[member]
  await reader
    .updateTable('people')
    .set({
      email,
      password_hash,
      left_at: null,
      name: null,
      // Some tests confirm the khateeb's address.
      ...(member !== 'khateeb' && { email_verified_at: null }),
    })
    .where('id', '=', personId)
    .execute()
  const { left_at, role } = await reader
    .selectFrom('parties')
    .where('uid', '=', uid)
    .select(['left_at', 'role'])
    .executeTakeFirstOrThrow()
  if (left_at !== null) {
    await reader.updateTable('parties').set({ left_at: null }).where('uid', '=', uid).execute()
    if (role === 'masjid') {
      await reader.insertInto('masjids').values(masjidProfile(fixture[member])).execute()
    } else {
      const phone = member === 'khateeb' ? khateebPhone : undefined
      await reader.insertInto('khateebs').values(khateebProfile(fixture[member], phone)).execute()
    }
  }
  await reader
    .insertInto('memberships')
    .values({
      person_id: personId,
      party_uid: uid,
      party_role: role,
      role: 'owner',
      // Before other members, even if a test has stopped the clock.
      created_at: new Date('2020-01-01T00:00:00Z'),
    })
    .onConflict((same) => same.columns(['person_id', 'party_uid']).doUpdateSet({ role: 'owner' }))
    .execute()
}
