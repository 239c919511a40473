import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type * as contract from '../../contract/invitation-links.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { databaseNow } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context, SignedInContext } from '../http/route.ts'
import { insertAccount, setEmail } from '../identity/accounts.ts'
import type { PublicAction, SignedInAction } from '../identity/action-types.ts'
import { refuseTooManyParties } from '../identity/add-party.ts'
import { insertKhateeb } from '../identity/insert-profile.ts'
import { findMember } from '../identity/masjid-members.ts'
import { addMember } from '../identity/memberships.ts'
import { prepareSignUp } from '../identity/sign-up.ts'
import { refuseForbiddenPassword } from '../identity/validate-new-password.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { lockKhateeb } from '../proposals/lock-and-load.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { hashOf } from '../tokens.ts'
import { acceptSlot, queueDeclineLetter } from './ask-for-slot.ts'
import { findInvitation, khateebWithConfirmedEmail, lockInvitingMasjid } from './find-invitation.ts'
import { introduceKhateeb, lockOwnKhateeb } from './introduce-khateeb.ts'
import { answerOnce, findAcceptance, findCreatedParty, isDeclined } from './repeated-answer.ts'
import { spendInvitation } from './spend-invitation.ts'

/**
 * Accepts an invitation for the caller, whose email must be the invited address: makes them a member, or introduces them to the masjid as
 * a khateeb. With `seenStart`, also accepts the slot that the invitation asks for.
 */
export const acceptInvitation: SignedInAction<typeof contract.acceptInvitation> = (_, context, input) =>
  answerOnce(
    () => accept(context, input),
    async () => {
      const { caller, database } = context
      const former = await findAcceptance(database.db, input)
      return former?.personId === caller.personId ? { uid: former.uid } : undefined
    },
  )

async function accept(
  context: SignedInContext,
  { token, seenStart = null }: InputOf<typeof contract.acceptInvitation>,
): Promise<OutputOf<typeof contract.acceptInvitation>> {
  const { caller, database } = context
  const { uid, invitedAs } = await findInvitation(database.db, token)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, uid)
    // Lock the khateeb before the person, as each deletion does.
    const khateeb = invitedAs === 'khateeb' ? await lockOwnKhateeb(tx, caller.personId) : undefined
    const person = await tx
      .selectFrom('people')
      .where('id', '=', caller.personId)
      .forNoKeyUpdate()
      .select(['email', isEmailVerified('people').as('emailVerified')])
      .executeTakeFirst()
    const invitation = await spendInvitation(tx, { token }, 'accepted')
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
      if (khateeb.hidden) throw new Failure('not_found')
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
export const joinByInvitation: PublicAction<typeof contract.joinByInvitation> = (parts, context, input) =>
  answerOnce(
    () => createMember(parts, context, input),
    () => findCreatedParty(context.database.db, parts.passwords, input),
  )

const createMember: PublicAction<typeof contract.joinByInvitation> = async (
  { policy, passwords },
  context,
  { token, name, password },
) => {
  refuseForbiddenPassword(policy, 'password', password)
  const { uid } = await findInvitation(context.database.db, token)
  const passwordHash = await passwords.hash(password)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, uid)
    const invitation = await spendInvitation(tx, { token }, 'accepted')
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
export const joinAsKhateeb: PublicAction<typeof contract.joinAsKhateeb> = (parts, context, input) =>
  answerOnce(
    () => createKhateeb(parts, context, input),
    () => findCreatedParty(context.database.db, parts.passwords, input),
  )

const createKhateeb: PublicAction<typeof contract.joinAsKhateeb> = async (
  parts,
  context,
  { token, password, seenStart = null, ...profile },
) => {
  const { uid: masjidUid, email } = await findInvitation(context.database.db, token)
  const { place, passwordHash } = await prepareSignUp(parts, { ...profile, email, password })
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, masjidUid)
    const invitation = await spendInvitation(tx, { token }, 'accepted')
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
export const acceptSlotByInvitation: PublicAction<typeof contract.acceptSlotByInvitation> = (
  _,
  context,
  input,
) =>
  answerOnce(
    () => acceptSlotWithoutSession(context, input),
    async () => ((await findAcceptance(context.database.db, input)) === undefined ? undefined : {}),
  )

async function acceptSlotWithoutSession(
  context: Pick<Context, 'database' | 'transact'>,
  { token, seenStart }: InputOf<typeof contract.acceptSlotByInvitation>,
): Promise<OutputOf<typeof contract.acceptSlotByInvitation>> {
  const { uid: masjidUid, email } = await findInvitation(context.database.db, token)
  const { rows } = await khateebWithConfirmedEmail(sql`${email}`).execute(context.database.db)
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
    const invitation = await spendInvitation(tx, { token }, 'accepted')
    const by = { role: 'khateeb', uid: khateeb.uid, personId: found.personId } as const
    await introduceKhateeb(tx, masjid, khateeb, invitation, by)
    await acceptSlot(tx, masjid, invitation, seenStart, by)
    return {}
  })
}

/** Declines an invitation to a khateeb, and queues a letter to the owner who sent it. */
export const declineInvitation: PublicAction<typeof contract.declineInvitation> = (_, context, input) =>
  answerOnce(
    () => decline(context, input),
    async () => ((await isDeclined(context.database.db, input.token)) ? {} : undefined),
  )

async function decline(
  context: Pick<Context, 'database' | 'transact'>,
  { token }: InputOf<typeof contract.declineInvitation>,
): Promise<OutputOf<typeof contract.declineInvitation>> {
  const { uid: masjidUid } = await findInvitation(context.database.db, token)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, masjidUid)
    const invitation = await spendInvitation(tx, { token }, 'declined')
    if (invitation.role !== 'khateeb') throw new Failure('link_spent')
    await recordAudit(tx, { role: 'minbar' }, [{ event: 'invited_khateeb_declined', masjidUid }])
    await queueDeclineLetter(tx, masjid, invitation)
    return {}
  })
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
