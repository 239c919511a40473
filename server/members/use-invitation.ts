import { sql } from 'kysely'
import type * as contract from '../../contract/members.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { PublicAction, SignedInAction } from '../identity/action-types.ts'
import { refuseTooManyParties } from '../identity/add-party.ts'
import { addMember, findMember, type LockedMasjid, lockMembers } from '../identity/memberships.ts'
import { refuseForbiddenPassword } from '../identity/validate-new-password.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { hashOf } from '../tokens.ts'

/** What a usable invitation is for. Rejects with 409 if the link is unknown, used, revoked or too old. */
function findInvitation(reader: Queryable, token: string) {
  return reader
    .selectFrom('invitations as i')
    .innerJoin('masjids as m', 'm.uid', 'i.masjid_uid')
    .where('i.token_hash', '=', hashOf(token))
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', databaseNow)
    .select([
      'm.uid',
      'm.masjid_name as masjidName',
      'm.city',
      'm.state_code as stateCode',
      'i.role as memberRole',
      'i.email',
      sql<boolean>`exists (select from people where people.email = i.email)`.as('hasAccount'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}

/** Tells the page what an invitation is for. */
export const lookUpInvitation: PublicAction<typeof contract.lookUpInvitation> = async (
  _,
  { database },
  { token },
) => {
  const { uid: __, ...invitation } = await findInvitation(database.reader, token)
  return invitation
}

/** Makes the caller, whose email is the invited address, a member. */
export const acceptInvitation: SignedInAction<typeof contract.acceptInvitation> = async (
  _,
  context,
  { token },
) => {
  const { caller, database } = context
  const { uid } = await findInvitation(database.reader, token)
  return context.transact(async (tx) => {
    const masjid = await lockInvitingMasjid(tx, uid)
    const person = await tx
      .selectFrom('people')
      .where('id', '=', caller.personId)
      .forNoKeyUpdate()
      .select(['email', sql<boolean>`email_verified_at is not null`.as('emailVerified')])
      .executeTakeFirst()
    const { email, role, invitedBy } = await spendInvitation(tx, token)
    if (person?.email !== email) throw new Failure('not_invited')
    if ((await findMember(tx, uid, caller.personId)) !== undefined) throw new Failure('already_member')
    await refuseTooManyParties(tx, caller.personId)
    if (!person.emailVerified) {
      await tx
        .updateTable('people')
        .set({ email_verified_at: databaseNow })
        .where('id', '=', caller.personId)
        .execute()
      await recordAudit(tx, caller, [accountEntry(caller, 'email_verified')])
    }
    const by = { role: 'masjid', uid, personId: caller.personId } as const
    await queueLetters(tx, await addMember(tx, masjid, caller.personId, role, by, { invitedBy }))
    return { uid }
  })
}

/** Creates a person with the invited address, which the link confirms, and makes them a member. */
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
    const { email, role, invitedBy } = await spendInvitation(tx, token)
    const { id: personId } = await tx
      .insertInto('people')
      .values({ email, name, password_hash: passwordHash, email_verified_at: databaseNow })
      .returning('id')
      .executeTakeFirstOrThrow()
    const by = { role: 'masjid', uid, personId } as const
    await queueLetters(tx, await addMember(tx, masjid, personId, role, by, { invitedBy }))
    return { uid }
  })
}

/** Stops all invitations to the address that the link was sent to, whatever has become of the invitation in the same letter. */
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
  if (masjid.suspended) throw new Failure('account_suspended')
  return masjid
}

/** Marks an invitation as used. Of concurrent calls, one wins, and the others throw `link_spent`. */
function spendInvitation(tx: Tx, token: string) {
  return tx
    .updateTable('invitations')
    .set({ ended_at: databaseNow })
    .where('token_hash', '=', hashOf(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .returning(['email', 'role', 'invited_by as invitedBy'])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}
