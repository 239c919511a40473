import { sql } from 'kysely'
import type { FailureCode } from '../../contract/failures.ts'
import type { deleteAccount as endpoint } from '../../contract/identity.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { forceRetry } from '../database/force-retry.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../http/route.ts'
import type { EventOfDeletedParty } from '../letters/content/member-letter-props.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import type { IdentityDependencies, SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { deletionOutcome } from './deletion-outcomes.ts'
import {
  cancelUpcomingBookings,
  eraseIfWithoutParty,
  eraseParty,
  erasePerson,
  type PartyErasure,
} from './erase-account.ts'
import { findMember, type LockedMasjid, lockMembers, membersOf } from './masjid-members.ts'
import { endMembership } from './memberships.ts'
import { lacksRequiredFactor } from './second-factor/owner-requirement.ts'
import { emailsOfLinks } from './single-use-links.ts'

/**
 * Deletes the caller's account. Requires the password. One transaction cancels upcoming slots and proposals, queues letters to the people
 * affected, deletes personal data, and queues a last letter to the account's owner. The account is then added to the deletion list, so that
 * a restore of an older backup deletes the account again.
 */
export const deleteAccount: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { caller } = context
  if (await lacksRequiredFactor(context.database.db, parts.ownersNeedSecondFactor, caller))
    throw new Failure('owner_needs_second_factor')
  const { personId } = caller
  const account = await reauthenticate(parts, context, input)

  const ids = await context.transact(async (tx) => {
    const deletion = await beginDeletion(tx, personId, { missing: 'not_signed_in', ifLastOwner: 'refuse' })
    const locked = await lockIfPasswordUnchanged(tx, account)
    const formerEmails = await emailsOfLinks(tx, personId, 'undo_email_change')
    const { letters, ids, mailedEvents } = await completeDeletion(tx, deletion)
    const { email, nameInLetters: name } = locked
    const farewell = {
      kind: 'account_deleted',
      props: { name, ...(mailedEvents.length > 0 && { mailedEvents }) },
    } as const
    // If an attacker has recently changed the email, only a letter to the former address reaches the owner.
    const farewells = [...new Set([email, ...formerEmails])].map((to) => ({ to, letter: farewell }))
    await queueLetters(tx, [...letters, ...farewells])
    return ids
  })
  await addToDeletionList(parts, context, ids)
  context.cookie.clear()
  return {}
}

/** A deletion of a person that has begun: upcoming slots and proposals are canceled, but the personal data is not deleted yet. */
interface BegunDeletion {
  readonly personId: string
  /** The parties that are deleted with the person. */
  readonly parties: readonly PartyActor[]
  /** The masjids that the person leaves, and that are not deleted. */
  readonly masjids: readonly LockedMasjid[]
  /** The news about the canceled slots and proposals. */
  readonly news: readonly AddressedNews[]
}

interface DeletionOptions {
  /** The failure to throw if the person was deleted after the call began. */
  readonly missing: FailureCode
  /**
   * What happens to masjids that have no other owner. `delete` deletes these masjids, too. `refuse` throws `last_owner` (409) if such a
   * masjid prevents the deletion: see `deletionOutcome`.
   */
  readonly ifLastOwner: 'refuse' | 'delete'
}

/**
 * Begins the deletion of a person: locks the person’s parties, and cancels the upcoming slots and proposals of the parties that are deleted
 * with the person.
 */
export async function beginDeletion(
  tx: Tx,
  personId: string,
  { missing, ifLastOwner }: DeletionOptions,
): Promise<BegunDeletion> {
  const memberships = await membershipsOf(tx, personId)
  const locked = new Map<string, LockedMasjid | undefined>()
  for (const { uid } of memberships) locked.set(uid, await lockMembers(tx, uid))
  // Lock memberships before khateebs and slots, in the same order as calls for a masjid.
  const remaining = tx.selectFrom('memberships').where('person_id', '=', personId).forUpdate().select('role')
  if ((await remaining.execute()).length === 0) throw new Failure(missing)
  const parties: PartyActor[] = memberships.filter(({ role }) => role === 'khateeb')
  const masjids: LockedMasjid[] = []
  const refusing: LockedMasjid[] = []
  for (const { uid, role } of memberships) {
    const masjid = locked.get(uid)
    if (masjid === undefined) continue
    const outcome = await deletionOutcome(tx, { personId, uid, role }, memberships.length === 1)
    if (outcome === 'left') masjids.push(masjid)
    else if (outcome === 'deleted' || ifLastOwner === 'delete') parties.push({ uid, role, personId })
    else refusing.push(masjid)
  }
  if (refusing.length > 0) throw new Failure('last_owner', { sentence: lastOwnerSentence(refusing) })
  const news: AddressedNews[] = []
  for (const party of parties) news.push(...(await cancelUpcomingBookings(tx, party, missing)))
  return { personId, parties, masjids, news }
}

/**
 * Deletes the personal data. Call this after the person’s row was locked. Makes the transaction retry if the person has got another party
 * since `beginDeletion`. Queues the news about the canceled slots and proposals. Returns the letters to queue, the ids for the deletion
 * list, and the calendar events that the last letter to the person cancels.
 */
export async function completeDeletion(
  tx: Tx,
  { personId, parties, masjids, news }: BegunDeletion,
): Promise<PartyErasure> {
  // The person may have got another party after `beginDeletion`. The lock on the person now prevents this.
  const uids = [...parties, ...masjids].map(({ uid }) => uid)
  const joined = tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .where(sql<boolean>`party_uid <> all(${uids}::uuid[])`)
  if ((await joined.select('party_uid').executeTakeFirst()) !== undefined) await forceRetry(tx)
  const letters: AddressedLetter[] = []
  const ids = [personId]
  const mailedEvents: EventOfDeletedParty[] = []
  for (const masjid of masjids) {
    const member = await findMember(tx, masjid.uid, personId)
    const by = { role: 'masjid', uid: masjid.uid, personId } as const
    if (member) letters.push(...(await endMembership(tx, masjid, member, 'member_left', by)))
  }
  for (const party of parties) {
    const erased = await eraseParty(tx, party)
    letters.push(...erased.letters)
    ids.push(...erased.ids)
    mailedEvents.push(...erased.mailedEvents)
  }
  await erasePerson(tx, personId)
  // Queue the news only now. By now, the person no longer belongs to other parties, and so gets none of the news.
  await queueNews(tx, news)
  return { letters, ids, mailedEvents }
}

function lastOwnerSentence(masjids: readonly LockedMasjid[]): string {
  const names = masjids.map(({ name }) => `“${name}”`).join(', ')
  return `You are the only owner of ${names}. Please make another member an owner, or delete the masjid, first.`
}

/** Returns a person’s memberships in the order of the parties’ uids, so that concurrent deletions lock the parties in the same order. */
function membershipsOf(tx: Tx, personId: string) {
  return tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .orderBy('party_uid')
    .select(['party_uid as uid', 'party_role as role', 'role as memberRole', 'person_id as personId'])
    .execute()
}

/** Adds just-deleted people and parties to the deletion list. Logs a warning if this fails. */
export async function addToDeletionList(
  { deletions }: Pick<IdentityDependencies, 'deletions'>,
  { log }: Pick<Context, 'log'>,
  ids: readonly string[],
): Promise<void> {
  const deletedAt = new Date()
  await deletions.add(ids.map((id) => ({ id, deletedAt }))).catch((error: unknown) => {
    log.warn(
      { err: error },
      'could not add a deleted account to the deletion list; the deletion-list job will retry',
    )
  })
}

/**
 * Deletes people and parties that were deleted after a backup was made, and that the restored backup brought back. Sends no letters,
 * because the first deletion sent them. If the backup still has a deleted person as a masjid’s only owner, the masjid has no owner
 * afterwards, and the operator must appoint one. Returns the number of deleted accounts.
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
    await cancelUpcomingBookings(tx, party, 'not_signed_in')
    const member = await findMember(tx, party.uid, party.personId)
    await eraseParty(tx, party)
    const ended = { how: 'masjid_deleted', by: { who: 'recipient', name: null } } as const
    if (member !== undefined) await eraseIfWithoutParty(tx, { uid: party.uid, name: '' }, member, ended)
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
