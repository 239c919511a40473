import { sql } from 'kysely'
import type { FailureCode } from '../../contract/failures.ts'
import { accountEntry, type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { removeUpcomingSlots } from '../khutbahs/remove-slots.ts'
import { invitationLetterKinds } from '../letters/content/letter.ts'
import type { EventOfDeletedParty, MemberLetters } from '../letters/content/member-letter-props.ts'
import { mailedEventsOfParty } from '../letters/mailed-events.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { eraseNews } from '../news/erase-news.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import { cancelKhateebBookings } from '../proposals/cancel-khateeb-bookings.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { describeActor } from './actor-in-letters.ts'
import { isLetterToAccount } from './former-emails.ts'
import { deletionLettersToInvitedPeople } from './invitation-ending-letters.ts'
import { forgetDevices } from './known-devices.ts'
import { type LockedMasjid, lockMemberships, membersOf, nameInLetter } from './masjid-members.ts'
import { deleteSecondFactors } from './second-factor/factors.ts'
import { endFormerMemberSessions, endSessions } from './sessions.ts'

/** The remaining work after a deletion: letters to queue, and ids to add to the deletion list. */
export interface ErasureResult {
  readonly letters: readonly AddressedLetter[]
  /** The ids of the deleted people and parties. */
  readonly ids: readonly string[]
}

/** The remaining work after the deletion of parties. */
export interface PartyErasure extends ErasureResult {
  /** The party's calendar events that the actor got in earlier letters. The last letter to the actor cancels these events. */
  readonly mailedEvents: readonly EventOfDeletedParty[]
}

/**
 * Cancels a party's upcoming slots, assignments and proposals, and returns the news about the cancellations. Locks the party's memberships,
 * then its profile, then the slots. The caller must lock the person afterwards. Filling and posting a slot lock in the same order, which
 * avoids deadlocks.
 * @param missing the failure to throw if the party was deleted after the call began
 */
export async function cancelUpcomingBookings(
  tx: Tx,
  by: PartyActor,
  missing: FailureCode,
): Promise<AddressedNews[]> {
  await lockMemberships(tx, by.uid)
  const cancel = by.role === 'khateeb' ? cancelKhateebBookings : removeUpcomingSlots
  return cancel(tx, by, missing)
}

/**
 * Deletes a party's profile and memberships. The party’s row remains as a tombstone for history and audit. The audit names `by` as the
 * actor. Deletes the account of each other member who acts for no other party, but not the account of `by`. Returns the letters to the
 * other members and to people whom the masjid had invited by email for a slot.
 */
export async function eraseParty(tx: Tx, by: PartyActor): Promise<PartyErasure> {
  const { uid, role, personId } = by
  const masjids = tx.selectFrom('masjids').where('uid', '=', uid).select('masjid_name as name')
  const masjid = await masjids.executeTakeFirst()
  const members = await membersOf(tx, uid).execute()
  const others = members.filter((it) => it.personId !== personId)
  const letters = await deletionLettersToInvitedPeople(tx, uid, members)
  const mailed = await mailedEventsOfParty(tx, uid)
  await tx
    .deleteFrom(role === 'khateeb' ? 'khateebs' : 'masjids')
    .where('uid', '=', uid)
    .execute()
  await tx
    .updateTable('assignments')
    .set({ withdrawal_reason: null, topic: null })
    .where('khateeb_uid', '=', uid)
    .where(sql<boolean>`(withdrawal_reason is not null or topic is not null)`)
    .execute()
  await tx
    .updateTable('slots')
    .set({ note: '' })
    .where('masjid_uid', '=', uid)
    .where('note', '<>', '')
    .execute()
  await deleteIdempotencyKeys(tx, uid)
  await eraseNews(tx, uid)
  // The tombstone has the status of a new account, because the former status is data about the deleted one.
  await tx
    .updateTable('parties')
    .set({ paid: false, free_trial: true, verified: false, left_at: databaseNow })
    .where('uid', '=', uid)
    .execute()
  await tx.deleteFrom('memberships').where('party_uid', '=', uid).execute()
  await recordAudit(tx, by, [accountEntry(by, 'account_deleted')])
  const actor = await describeActor(tx, by)
  const ids = [uid]
  for (const member of others) {
    const ended = { how: 'masjid_deleted', by: actor.for(member.personId) } as const
    const mailedEvents = mailed.get(member.personId) ?? []
    const erased = await eraseIfWithoutParty(
      tx,
      { uid, name: masjid?.name ?? '' },
      member,
      ended,
      mailedEvents,
    )
    letters.push(...erased.letters)
    ids.push(...erased.ids)
  }
  return { letters, ids, mailedEvents: mailed.get(personId) ?? [] }
}

/**
 * Deletes the account of a person whose membership has ended, if they act for no other party. Without a party, the account would
 * be of no use, and its email would stay taken. Returns the letter that tells the person about the end of the membership.
 * @param mailedEvents the calendar events of a deleted masjid that the person got in letters
 */
export async function eraseIfWithoutParty(
  tx: Tx,
  masjid: Pick<LockedMasjid, 'uid' | 'name'>,
  member: { readonly personId: string; readonly email: string; readonly name: string | null },
  ended: Pick<MemberLetters['membership_ended'], 'how' | 'by'>,
  mailedEvents: readonly EventOfDeletedParty[] = [],
): Promise<ErasureResult> {
  const { personId, email: to } = member
  const props = { name: nameInLetter(masjid, member), masjidName: masjid.name, ...ended }
  const events = mailedEvents.length > 0 && { mailedEvents }
  // Lock the person, so that they cannot accept an invitation at the same time.
  await tx.selectFrom('people').where('id', '=', personId).select('id').forUpdate().execute()
  const other = tx.selectFrom('memberships').where('person_id', '=', personId).select('party_uid').limit(1)
  if ((await other.executeTakeFirst()) !== undefined)
    return {
      letters: [
        {
          to,
          letter: { kind: 'membership_ended', props: { ...props, masjidUid: masjid.uid, ...events } },
        },
      ],
      ids: [],
    }
  // Another person ended the membership. So an open screen of this person can show why the session ended, unlike after `erasePerson`.
  await endFormerMemberSessions(tx, personId)
  await erasePersonalData(tx, personId)
  const { name, ...membership } = props
  return {
    letters: [{ to, letter: { kind: 'account_deleted', props: { name, membership, ...events } } }],
    ids: [personId],
  }
}

/** Deletes a person's sessions and personal data. The person’s row remains as a tombstone for history and audit. */
export async function erasePerson(tx: Tx, personId: string): Promise<void> {
  await endSessions(tx, personId)
  await erasePersonalData(tx, personId)
}

async function erasePersonalData(tx: Tx, personId: string): Promise<void> {
  await forgetDevices(tx, personId)
  await deleteSecondFactors(tx, personId)
  // Keep the invitations to an unconfirmed address, and their letters, because the person may be a stranger who signed up with the address
  // of an invited person.
  const confirmedEmail = sql<string>`(select p.email from people p where p.id = ${personId} and ${isEmailVerified('p')})`
  // Delete queued letters, so that they are not sent, and sent letters, because they contain the address.
  await tx
    .deleteFrom('letters as l')
    .where(isLetterToAccount('l', personId))
    .where(sql<boolean>`(l.kind <> all(${invitationLetterKinds}::text[]) or l.recipient = ${confirmedEmail})`)
    .execute()
  await tx.deleteFrom('links').where('person_id', '=', personId).execute()
  await tx.deleteFrom('invitations').where('email', '=', confirmedEmail).execute()
  await deleteIdempotencyKeys(tx, personId)
  await tx
    .updateTable('people')
    .set({ email: null, password_hash: null, email_verified_at: null, name: null, left_at: databaseNow })
    .where('id', '=', personId)
    .execute()
}

/**
 * Deletes the stored results of a caller’s calls.
 * @param id the id of a person, or the uid of a party
 */
async function deleteIdempotencyKeys(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where((key) =>
      key.or([
        key('caller', '=', id),
        // The key of the sign-up was stored before the account existed, so its caller is `anyone`.
        key.and([key('caller', '=', 'anyone'), sql<boolean>`answer ->> 'uid' = ${id}`]),
      ]),
    )
    .execute()
}
