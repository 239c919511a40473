import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type * as contract from '../../contract/invitation-links.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { insertAccount, setEmail } from '../identity/accounts.ts'
import type { PublicAction, SignedInAction } from '../identity/action-types.ts'
import { refuseTooManyParties } from '../identity/add-party.ts'
import { insertKhateeb } from '../identity/insert-profile.ts'
import { addMember, findMember, type LockedMasjid, lockMembers } from '../identity/memberships.ts'
import { prepareSignUp } from '../identity/sign-up.ts'
import { refuseForbiddenPassword } from '../identity/validate-new-password.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { lockKhateeb } from '../proposals/lock-and-load.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { slotAskedAbout } from '../sql-fragments/slot-asked-about.ts'
import { hashOf } from '../tokens.ts'
import { acceptSlot, queueDeclineLetter } from './ask-for-slot.ts'
import { introduceKhateeb, lockOwnKhateeb } from './introduce-khateeb.ts'
import { spendInvitation } from './spend-invitation.ts'

/**
 * Returns the masjid, role, address and slot of an invitation. Throws `link_spent` (409) if the link is unknown, used, revoked or expired.
 */
function findInvitation(reader: Queryable, token: string) {
  return reader
    .selectFrom('invitations as i')
    .innerJoin('masjids as m', 'm.uid', 'i.masjid_uid')
    .where('i.token_hash', '=', hashOf(token))
    .where(isPendingInvitation('i'))
    .select([
      'm.uid',
      'm.hidden as masjidHidden',
      'm.masjid_name as masjidName',
      'm.city',
      'm.state_code as stateCode',
      'i.role as invitedAs',
      'i.email',
      sql<boolean>`exists (select from people where people.email = i.email)`.as('hasAccount'),
      sql<boolean>`exists (${confirmedKhateeb(sql`i.email`)})`.as('isOfKhateeb'),
      sql<OutputOf<typeof contract.lookUpInvitation>['slot']>`(
        select ${slotAskedAbout('s', 'm', sql`'isOpen', s.removed_at is null and s.starts_at >= ${databaseNow} and not ${hasKhateeb('s')}`)}
        from slots s where s.id = i.slot_id)`.as('slot'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}

/** Returns the content of an invitation for the screen that its link opens. Throws `masjid_suspended` (409) if it can't be answered now. */
export const lookUpInvitation: PublicAction<typeof contract.lookUpInvitation> = async (
  _,
  { database },
  { token },
) => {
  const { uid: __, masjidHidden, ...invitation } = await findInvitation(database.reader, token)
  if (masjidHidden) throw new Failure('masjid_suspended')
  return invitation
}

/**
 * Accepts an invitation for the caller, whose email must be the invited address: makes them a member, or introduces them to the masjid as
 * a khateeb. With `seenStart`, also accepts the slot that the invitation asks for.
 */
export const acceptInvitation: SignedInAction<typeof contract.acceptInvitation> = async (
  _,
  context,
  { token, seenStart = null },
) => {
  const { caller, database } = context
  const { uid, invitedAs } = await findInvitation(database.reader, token)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, uid)
    // Lock the khateeb before the person, as each deletion does.
    const khateeb = invitedAs === 'khateeb' ? await lockOwnKhateeb(tx, caller.personId) : undefined
    const person = await tx
      .selectFrom('people')
      .where('id', '=', caller.personId)
      .forNoKeyUpdate()
      .select(['email', sql<boolean>`email_verified_at is not null`.as('emailVerified')])
      .executeTakeFirst()
    const invitation = await spendInvitation(tx, { token })
    if (person?.email !== invitation.email) throw new Failure('not_invited')
    if (!person.emailVerified) {
      await tx
        .updateTable('people')
        .set({ email_verified_at: databaseNow })
        .where('id', '=', caller.personId)
        .execute()
      await recordAudit(tx, caller, [accountEntry(caller, 'email_verified')])
    }
    if (invitation.role === 'khateeb') {
      if (khateeb === undefined) throw new Failure('khateeb_profile_needed')
      const by = { role: 'khateeb', uid: khateeb.uid, personId: caller.personId } as const
      await introduceKhateeb(tx, masjid, khateeb, invitation, by)
      if (seenStart !== null) await acceptSlot(tx, masjid, invitation, seenStart, by)
      return { uid: khateeb.uid }
    }
    if ((await findMember(tx, uid, caller.personId)) !== undefined) throw new Failure('already_member')
    await refuseTooManyParties(tx, caller.personId)
    const by = { role: 'masjid', uid, personId: caller.personId } as const
    await queueLetters(tx, await addMember(tx, masjid, caller.personId, invitation.role, by, invitation))
    return { uid }
  })
}

/** Creates a person with the invited address, and makes them a member. The address counts as confirmed, because the link was sent to it. */
export const joinByInvitation: PublicAction<typeof contract.joinByInvitation> = async (
  { policy, passwords },
  context,
  { token, name, password },
) => {
  refuseForbiddenPassword(policy, 'password', password)
  const { uid } = await findInvitation(context.database.reader, token)
  const passwordHash = await passwords.hash(password)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, uid)
    const invitation = await spendInvitation(tx, { token })
    if (invitation.role === 'khateeb') throw new Failure('link_spent')
    const { email } = invitation
    const { id: personId } = await tx
      .insertInto('people')
      .values({ email, name, password_hash: passwordHash, email_verified_at: databaseNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    const by = { role: 'masjid', uid, personId } as const
    await queueLetters(tx, await addMember(tx, masjid, personId, invitation.role, by, invitation))
    return { uid }
  })
}

/**
 * Creates a khateeb with the invited address, and introduces him to the masjid. With `seenStart`, also accepts the slot that the
 * invitation asks for. The address counts as confirmed, because the link was sent to it.
 */
export const joinAsKhateeb: PublicAction<typeof contract.joinAsKhateeb> = async (
  parts,
  context,
  { token, password, seenStart = null, ...profile },
) => {
  const { uid: masjidUid, email } = await findInvitation(context.database.reader, token)
  const { place, passwordHash } = await prepareSignUp(parts, { ...profile, email, password })
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, masjidUid)
    const invitation = await spendInvitation(tx, { token })
    if (invitation.role !== 'khateeb') throw new Failure('link_spent')
    const { uid, personId } = await insertAccount(tx, { role: 'khateeb', email, passwordHash })
    await setEmail(tx, personId, email)
    await insertKhateeb(tx, uid, profile, place)
    const by = { role: 'khateeb', uid, personId } as const
    await recordAudit(tx, by, [accountEntry(by, 'account_created'), accountEntry(by, 'email_verified')])
    await introduceKhateeb(tx, masjid, await lockKhateeb(tx, uid), invitation, by)
    if (seenStart !== null) {
      const slot = slotInLetter(await acceptSlot(tx, masjid, invitation, seenStart, by))
      const props = { name: `${profile.firstName} ${profile.lastName}`, khateebUid: uid, slot }
      await queueLetters(tx, [{ to: email, letter: { kind: 'new_khateeb_confirmed', props } }])
    }
    return { uid }
  })
}

/**
 * Accepts, without a session, the slot that an invitation asks for. Also introduces the khateeb to the masjid. The invited address must be
 * the confirmed email of a khateeb.
 */
export const acceptSlotByInvitation: PublicAction<typeof contract.acceptSlotByInvitation> = async (
  _,
  context,
  { token, seenStart },
) => {
  const { uid: masjidUid, email } = await findInvitation(context.database.reader, token)
  const { rows } = await confirmedKhateeb(sql`${email}`).execute(context.database.reader)
  const [found] = rows
  if (found === undefined) throw new Failure('not_invited')
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, masjidUid)
    const khateeb = await lockOwnKhateeb(tx, found.personId)
    // Check the email again: the lock now delays any change of the email.
    const person = tx.selectFrom('people').where('id', '=', found.personId).where('email', '=', email)
    const isStill = await person
      .where('email_verified_at', 'is not', null)
      .forNoKeyUpdate()
      .select('id')
      .execute()
    if (khateeb === undefined || khateeb.hidden || isStill.length === 0) throw new Failure('not_invited')
    const invitation = await spendInvitation(tx, { token })
    const by = { role: 'khateeb', uid: khateeb.uid, personId: found.personId } as const
    await introduceKhateeb(tx, masjid, khateeb, invitation, by)
    await acceptSlot(tx, masjid, invitation, seenStart, by)
    return {}
  })
}

/** Declines an invitation to a khateeb, and queues a letter to the owner who sent it. */
export const declineInvitation: PublicAction<typeof contract.declineInvitation> = async (
  _,
  context,
  { token },
) => {
  const { uid: masjidUid } = await findInvitation(context.database.reader, token)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, masjidUid)
    const invitation = await spendInvitation(tx, { token })
    if (invitation.role !== 'khateeb') throw new Failure('link_spent')
    await recordAudit(tx, { role: 'minbar' }, [{ event: 'invited_khateeb_declined', masjidUid }])
    await queueDeclineLetter(tx, masjid, invitation)
    return {}
  })
}

/** Returns a query for the id of the person with this confirmed email and a khateeb profile. The query returns one row or none. */
function confirmedKhateeb(email: RawBuilder<unknown>) {
  return sql<{ personId: string }>`
    select p.id as "personId" from people p join memberships k on k.person_id = p.id and k.party_role = 'khateeb'
    where p.email = ${email} and p.email_verified_at is not null`
}

/**
 * Stops all further invitations to the address that the link was sent to. Works even if the invitation in the same letter was used,
 * replaced or deleted.
 */
export const stopInvitations: PublicAction<typeof contract.stopInvitations> = async (_, context, { token }) =>
  context.transact(async (tx) => {
    const link = await tx
      .selectFrom('opt_out_links')
      .where('token_hash', '=', hashOf(token))
      .select('address_hash')
      .executeTakeFirstOrThrow(() => new Failure('link_spent'))
    await tx
      .insertInto('uninvitable_addresses')
      .values(link)
      .onConflict((same) => same.doNothing())
      .execute()
    return {}
  })

async function lockInvitingMasjid(tx: Tx, uid: string): Promise<LockedMasjid> {
  const masjid = await lockMembers(tx, uid)
  if (masjid === undefined) throw new Failure('link_spent')
  if (masjid.suspended) throw new Failure('masjid_suspended')
  return masjid
}
