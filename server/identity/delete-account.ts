import { sql } from 'kysely'
import type { FailureCode } from '../../contract/failures.ts'
import type { deleteAccount as endpoint } from '../../contract/identity.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../http/route.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import type { IdentityDependencies, SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import {
  cancelUpcoming,
  type ErasureResult,
  eraseIfWithoutParty,
  eraseParty,
  erasePerson,
} from './erase-account.ts'
import { endMembership, findMember, type LockedMasjid, lockMembers, membersOf } from './memberships.ts'
import { lacksRequiredFactor } from './second-factor/owner-requirement.ts'
import { emailsOfLinks } from './single-use-links.ts'

/**
 * Deletes the caller's account, which requires the password. One transaction cancels what is upcoming, queues letters to
 * the people affected, and deletes personal data; a last letter goes to the account's owner. Then adds the account to the
 * deletion list, so that a restore of an older backup deletes it again.
 */
export const deleteAccount: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { caller } = context
  if (await lacksRequiredFactor(context.database.reader, parts.ownersNeedSecondFactor, caller))
    throw new Failure('owner_needs_second_factor')
  const { personId } = caller
  const account = await reauthenticate(parts, context, input)

  const ids = await context.transact(async (tx) => {
    const deletion = await beginDeletion(tx, personId, { missing: 'not_signed_in', ifLastOwner: 'refuse' })
    const locked = await lockIfPasswordUnchanged(tx, account)
    const formerEmails = await emailsOfLinks(tx, personId, 'undo_email_change')
    const { letters, ids } = await completeDeletion(tx, deletion)
    const { email, nameInLetters: name } = locked
    const farewell = { kind: 'account_deleted', props: { name } } as const
    // If an attacker changed the email recently, only a letter to the former address reaches the owner.
    const farewells = [...new Set([email, ...formerEmails])].map((to) => ({ to, letter: farewell }))
    await queueLetters(tx, [...letters, ...farewells])
    return ids
  })
  await addToDeletionList(parts, context, ids)
  context.cookie.clear()
  return {}
}

/** A person's deletion that has begun: what is upcoming is canceled, and what is personal is still there. */
interface BegunDeletion {
  readonly personId: string
  /** The parties that are deleted with the person. */
  readonly parties: readonly PartyActor[]
  /** The masjids that the person leaves. */
  readonly masjids: readonly LockedMasjid[]
  /** The news about what was canceled. */
  readonly news: readonly AddressedNews[]
}

interface DeletionOptions {
  /** The failure to throw if the person was deleted since the call began. */
  readonly missing: FailureCode
  /**
   * What happens to masjids that have no other owner. `refuse` refuses to delete the person (409 last_owner). Only if a masjid is all
   * that the person has, and has no other member, it is deleted along.
   */
  readonly ifLastOwner: 'refuse' | 'delete'
}

/** Locks what is deleted with a person, and cancels what is upcoming. */
export async function beginDeletion(
  tx: Tx,
  personId: string,
  { missing, ifLastOwner }: DeletionOptions,
): Promise<BegunDeletion> {
  const memberships = await membershipsOf(tx, personId)
  const locked = new Map<string, LockedMasjid | undefined>()
  for (const { uid } of memberships) locked.set(uid, await lockMembers(tx, uid))
  // Lock memberships before khateebs and slots, in the same order as the person's calls for a masjid.
  const remaining = tx.selectFrom('memberships').where('person_id', '=', personId).forUpdate().select('role')
  if ((await remaining.execute()).length === 0) throw new Failure(missing)
  const parties: PartyActor[] = memberships.filter(({ role }) => role === 'khateeb')
  const masjids: LockedMasjid[] = []
  const refusing: LockedMasjid[] = []
  for (const { uid, role } of memberships) {
    const masjid = locked.get(uid)
    if (masjid === undefined) continue
    const others = (await membersOf(tx, uid).execute()).filter((it) => it.personId !== personId)
    const own = await findMember(tx, uid, personId)
    const isLastOwner = own?.memberRole === 'owner' && !others.some((it) => it.memberRole === 'owner')
    const isAll = memberships.length === 1 && others.length === 0
    if (!isLastOwner) masjids.push(masjid)
    else if (isAll || ifLastOwner === 'delete') parties.push({ uid, role, personId })
    else refusing.push(masjid)
  }
  if (refusing.length > 0) throw new Failure('last_owner', { sentence: lastOwnerSentence(refusing) })
  const news: AddressedNews[] = []
  for (const party of parties) news.push(...(await cancelUpcoming(tx, party, missing)))
  return { personId, parties, masjids, news }
}

/** Deletes what is personal, after the person's row was locked. Queues the news about what was canceled. */
export async function completeDeletion(
  tx: Tx,
  { personId, parties, masjids, news }: BegunDeletion,
): Promise<ErasureResult> {
  const letters: AddressedLetter[] = []
  const ids = [personId]
  for (const masjid of masjids) {
    const member = await findMember(tx, masjid.uid, personId)
    const by = { role: 'masjid', uid: masjid.uid, personId } as const
    if (member) letters.push(...(await endMembership(tx, masjid, member, 'member_left', by)))
  }
  for (const party of parties) {
    const erased = await eraseParty(tx, party)
    letters.push(...erased.letters)
    ids.push(...erased.ids)
  }
  // Those that began since this deletion did.
  await tx.deleteFrom('memberships').where('person_id', '=', personId).execute()
  await erasePerson(tx, personId)
  // Now that the person is no member of other parties any more.
  await queueNews(tx, news)
  return { letters, ids }
}

function lastOwnerSentence(masjids: readonly LockedMasjid[]): string {
  const names = masjids.map(({ name }) => `“${name}”`).join(', ')
  return `You are the only owner of ${names}. Please make another member an owner, or delete the masjid, first.`
}

/** In the order of their uids, so that deletions lock them in the same order. */
function membershipsOf(tx: Tx, personId: string) {
  return tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .orderBy('party_uid')
    .select(['party_uid as uid', 'party_role as role', 'role as memberRole', 'person_id as personId'])
    .execute()
}

/** Adds people and parties that were just deleted to the deletion list. */
export async function addToDeletionList(
  { deletions }: Pick<IdentityDependencies, 'deletions'>,
  { log }: Pick<Context, 'log'>,
  ids: readonly string[],
): Promise<void> {
  const deletedAt = new Date()
  await deletions.add(ids.map((id) => ({ id, deletedAt }))).catch((error: unknown) => {
    log.warn(
      { err: error },
      'could not add a deleted account to the deletion list; the cleanup job will retry',
    )
  })
}

/**
 * Deletes people and parties that a restored backup brought back: they were deleted after the backup was made. Sends no letters, as
 * they were sent at the first deletion. A masjid whose only owner was deleted after handing over has no owner then; the operator
 * names one. Returns the number of accounts deleted.
 */
export async function redeleteAccounts(tx: Tx, ids: readonly string[]): Promise<number> {
  const parties = await tx
    .selectFrom('memberships')
    .where(isOneOf('party_uid', ids))
    .distinctOn('party_uid')
    .orderBy('party_uid')
    .orderBy('created_at')
    .select(['party_uid as uid', 'party_role as role', 'person_id as personId'])
    .execute()
  for (const party of parties) {
    await cancelUpcoming(tx, party, 'not_signed_in')
    const member = await findMember(tx, party.uid, party.personId)
    await eraseParty(tx, party)
    const ended = { how: 'masjid_deleted', by: { who: 'recipient', name: null } } as const
    if (member !== undefined) await eraseIfWithoutParty(tx, { name: '' }, member, ended)
  }
  const people = await tx
    .selectFrom('people')
    .where(isOneOf('id', ids))
    .where('left_at', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of people) {
    for (const { uid, role, memberRole } of await membershipsOf(tx, id)) {
      const masjid = role === 'masjid' ? await lockMembers(tx, uid) : undefined
      const owners = membersOf(tx, uid).where('m.role', '=', 'owner').where('p.id', '<>', id)
      const isKept = memberRole === 'owner' && (await owners.executeTakeFirst()) === undefined
      const member = await findMember(tx, uid, id)
      if (masjid && member && !isKept)
        await endMembership(tx, masjid, member, 'member_left', { role: 'minbar' })
    }
    await erasePerson(tx, id)
  }
  return parties.length + people.length
}

function isOneOf(column: 'id' | 'party_uid', ids: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`
}
