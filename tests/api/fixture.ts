import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
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
import { friday } from '../runtime/slots.ts'
import { createSoftwarePasskey, passkeyOrigin } from '../runtime/software-passkey.ts'
import { toldValueOf } from '../runtime/told-value.ts'
import { insertNewsOfInvite } from './insert-news.ts'
import { insertAssignment, insertProposal, insertSlot, requireReconfirmation } from './insert-slot.ts'

/** The accounts of a `Fixture`. Scenarios are about the first khateeb and the first masjid; the others are outsiders. */
export const members = ['khateeb', 'otherKhateeb', 'masjid', 'otherMasjid'] as const
export type MemberName = (typeof members)[number]

export const roleOfMember = (member: MemberName): Role =>
  member === 'khateeb' || member === 'otherKhateeb' ? 'khateeb' : 'masjid'

/** The application with two masjids and two khateebs. */
export type Fixture = TestApp &
  Readonly<Record<MemberName, TestAccount>> & {
    /** The ids of the people who signed up. */
    readonly personIds: Readonly<Record<MemberName, string>>
  }

/** The khateeb's phone is unique, so that tests can search for it in every response. */
export const khateebPhone = '7345550142'

const [area = '', exchange = '', line = ''] = /^(...)(...)(....)$/.exec(khateebPhone)?.slice(1) ?? []
const phonePattern = new RegExp(`${area}\\D{0,3}${exchange}\\D{0,3}${line}`)

/** Finds the khateeb's phone in a text, in any format; null if absent. */
export function findPhone(text: string): string | null {
  return phonePattern.exec(text)?.[0] ?? null
}

/** Finds the khateeb's phone in the body or headers of a response; null if absent. */
export function findPhoneInResponse({ text, headers }: RawResponse): string | null {
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
 * How the khateeb and the masjid's one slot relate. `moved`: confirmed, but the start has changed since. `blocked`: the khateeb has blocked
 * the masjid. `approved only`: open, and the masjid accepts only approved khateebs. `second factor`: open, and the caller has a passkey and
 * a recovery code. `team`: open, the emails are confirmed, both masjids have a second owner, and the masjid has sent invitations.
 * `planned`: open, and both masjids have a plan.
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

/** The plan of both masjids in the state `planned`. */
export const savedPlan = {
  services: [
    {
      key: 1,
      time: '13:15',
      minutesAfterDhuhr: null,
      season: { firstDay: '01-01', lastDay: '12-31' },
      language: 'ur',
    },
  ],
  closures: [friday],
  weeksAhead: 4,
}

/** An id that no row has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Deletes all slots, proposals, blocks, marks and news, and inserts one slot of the masjid, with the khateeb in `state`. */
export async function setUpScenario(fixture: Fixture, state: SlotState, callerUid = fixture.khateeb.uid) {
  const { database } = fixture
  const { reader } = database
  const [masjidUid, khateebUid] = [fixture.masjid.uid, fixture.khateeb.uid]
  const khutbahTime = '13:00'
  await deletions.execute(reader)
  await restoreAccounts(fixture)
  const slot = await insertSlot(database, masjidUid, khutbahTime)
  const people = { masjid_uid: masjidUid, khateeb_uid: khateebUid }
  let requestId = unknownId
  let assignmentId = unknownId
  if (state === 'confirmed' || state === 'moved') {
    assignmentId = await insertAssignment(database, { ...people, ...slot })
    if (state === 'moved') await requireReconfirmation(database, slot)
  } else if (state === 'approved only') {
    await reader.updateTable('masjids').set({ approved_only: true }).where('uid', '=', masjidUid).execute()
  } else if (state === 'blocked') {
    await reader
      .insertInto('blocks')
      .values({ ...people, by_role: 'khateeb' })
      .execute()
  } else if (state === 'planned') {
    const { closures, weeksAhead } = savedPlan
    const services = JSON.stringify(savedPlan.services)
    const plan = { services, closures, weeks_ahead: weeksAhead, posted_through: friday }
    await reader
      .insertInto('plans')
      .values([masjidUid, fixture.otherMasjid.uid].map((uid) => ({ masjid_uid: uid, ...plan })))
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
      // The link is for the other khateeb, whose email no test confirms. An account with a confirmed email cannot be disowned.
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
    /** The id of the proposal for the slot. `unknownId` if there is none. */
    requestId,
    /** The id of the assignment for the slot. `unknownId` if there is none. */
    assignmentId,
    /** The id of news for the khateeb about the slot. */
    newsId: await insertNewsOfInvite(database, people, slot.slot_id),
    khateebEmail: fixture.khateeb.email,
    /** An unused email address. */
    email: `${randomUUID()}@minbar.example`,
    /** Tokens of links in letters to the khateeb, one for each purpose. `disownToken` is from a letter to the other khateeb. */
    resetToken: reset.token,
    verifyToken: verify.token,
    confirmToken: confirm.token,
    undoToken: undo.token,
    disownToken: disown.token,
    /** The token of the answer link for the khateeb's pending invite. */
    answerToken: answer.token,
    ...team,
    /** The id of an extra session of the caller. */
    sessionId: (await insertSession(database, callerUid)).id,
    ...(await setUpSecondFactors(fixture, state, callerUid)),
  }
}

/** Deletes what earlier tests have added. Uses a single query, because the generated tests do this thousands of times. */
const deletions = sql.raw(`
  delete from slots; delete from blocks; delete from khateeb_marks; delete from availability;
  delete from away_dates; delete from plans; delete from news; delete from invitations;
  delete from second_factors; delete from recovery_codes; delete from passkey_challenges;
  delete from authenticator_app_setups;
  update masjids set approved_only = false where approved_only;
  update parties set suspended_at = null where suspended_at is not null;
`)

const passkey = createSoftwarePasskey()
const recoveryCode = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ'

/** Inserts the rows with which a caller can add or use second factors. */
async function setUpSecondFactors(fixture: Fixture, state: SlotState, callerUid: string) {
  const { reader } = fixture.database
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
    /** The id of the caller's passkey. `unknownId` if the caller has none. */
    factorId: added === false ? unknownId : (await added.executeTakeFirstOrThrow()).id,
    recoveryCode,
    /** The code of the authenticator app that the caller sets up. */
    appCode: codeOf(secret, { now: now.getTime() }),
    /** The passkey's signatures of a sign-in challenge and of a confirmation challenge. */
    signInAssertion: passkey.sign(signIn.token),
    confirmation: passkey.sign(confirm.token),
    newPasskey: createSoftwarePasskey().create(add.token),
  }
}

/** The ids and tokens that a call can send after `setUpScenario`. */
export type Scenario = Awaited<ReturnType<typeof setUpScenario>>

/** The hash of the shared test password. */
const password_hash = await createPasswords(cheapPasswordCost).hash(password)

const noTeam = {
  /** The id of the second owner of the masjid. */
  personId: unknownId,
  /** The id of the pending invitation that asks an address without an account to become a member. */
  invitationId: unknownId,
  invitationToken: newToken().token,
  /** The token of the invitation that asks the khateeb to become a member. */
  khateebInvitationToken: newToken().token,
  /** The token of the invitation that asks an address without an account to join as a khateeb and fill the slot. */
  newKhateebToken: newToken().token,
  /** The token of the invitation that asks the khateeb to fill the slot. */
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
  const told = await toldValueOf(reader, slotId)
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

/** Restores the accounts after a test: deletes added parties and members, and undoes deletions and changes of email or password. */
async function restoreAccounts(fixture: Fixture): Promise<void> {
  const { reader } = fixture.database
  const own = members.map((it) => fixture[it].uid)
  const personIds = members.map((it) => fixture.personIds[it])
  const theirs = reader.selectFrom('memberships').where('party_uid', 'in', own).select('person_id')
  await reader
    .deleteFrom('parties')
    .where('uid', 'not in', own)
    .where('uid', 'in', (eb) =>
      eb.selectFrom('memberships').where('person_id', 'in', theirs).select('party_uid'),
    )
    .execute()
  const emails = members.map((it) => fixture[it].email)
  await reader
    .updateTable('people')
    .from(
      sql<{ id: string; email: string }>`unnest(${personIds}::uuid[], ${emails}::text[])`.as<'own'>(
        sql`own (id, email)`,
      ),
    )
    .whereRef('people.id', '=', 'own.id')
    .set((eb) => ({
      email: eb.ref('own.email'),
      password_hash,
      left_at: null,
      name: null,
      // Keep the khateeb's email confirmed if a test has confirmed it. All other emails become unconfirmed again.
      email_verified_at: eb
        .case()
        .when('people.id', '=', fixture.personIds.khateeb)
        .then(eb.ref('people.email_verified_at'))
        .end(),
    }))
    .execute()
  await restoreProfiles(fixture)
  await reader
    .insertInto('memberships')
    .values(
      members.map((it) => ({
        person_id: fixture.personIds[it],
        party_uid: fixture[it].uid,
        party_role: roleOfMember(it),
        role: 'owner' as const,
        // These owners joined before all other members, even if a test has stopped the clock.
        created_at: new Date('2020-01-01T00:00:00Z'),
      })),
    )
    .onConflict((same) => same.columns(['person_id', 'party_uid']).doUpdateSet({ role: 'owner' }))
    .execute()
  await reader
    .deleteFrom('memberships')
    .where('party_uid', 'in', [fixture.masjid.uid, fixture.otherMasjid.uid])
    .where('person_id', 'not in', [fixture.personIds.masjid, fixture.personIds.otherMasjid])
    .execute()
}

/** Restores the khateebs and masjids that a test has deleted. */
async function restoreProfiles(fixture: Fixture): Promise<void> {
  const { reader } = fixture.database
  const restored = await reader
    .updateTable('parties')
    .set({ left_at: null })
    .where(
      'uid',
      'in',
      members.map((it) => fixture[it].uid),
    )
    .where('left_at', 'is not', null)
    .returning('uid')
    .execute()
  for (const { uid } of restored) {
    const member = members.find((it) => fixture[it].uid === uid) ?? 'khateeb'
    if (roleOfMember(member) === 'masjid') {
      await reader.insertInto('masjids').values(masjidProfile(fixture[member])).execute()
    } else {
      const phone = member === 'khateeb' ? khateebPhone : undefined
      await reader.insertInto('khateebs').values(khateebProfile(fixture[member], phone)).execute()
    }
  }
}
