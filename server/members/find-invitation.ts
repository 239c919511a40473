import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type * as contract from '../../contract/invitation-links.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { PublicAction } from '../identity/action-types.ts'
import { type LockedMasjid, lockMembers } from '../identity/masjid-members.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { slotAskedAbout } from '../sql-fragments/slot-asked-about.ts'
import { hashOf } from '../tokens.ts'

/**
 * Returns the masjid, role, address and slot of an invitation. Throws `link_spent` (409) if the link is unknown, used, revoked or expired.
 */
export function findInvitation(reader: Queryable, token: string) {
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
      'm.phone as masjidPhone',
      'i.role as invitedAs',
      'i.email',
      sql<boolean>`exists (select from people where people.email = i.email)`.as('hasAccount'),
      sql<boolean>`exists (${khateebWithConfirmedEmail(sql`i.email`)})`.as('isOfKhateeb'),
      sql<OutputOf<typeof contract.lookUpInvitation>['slot']>`(
        select ${slotAskedAbout('s', 'm', sql`'language', s.language, 'note', s.note, 'isOpen', s.removed_at is null and s.starts_at >= ${databaseNow} and not ${hasKhateeb('s')}`)}
        from slots s where s.id = i.slot_id)`.as('slot'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}

/**
 * Returns the content of an invitation for the screen that its link opens. Throws `masjid_suspended` (409) while its masjid is suspended.
 */
export const lookUpInvitation: PublicAction<typeof contract.lookUpInvitation> = async (
  _,
  { database },
  { token },
) => {
  const { uid: __, masjidHidden, ...invitation } = await findInvitation(database.db, token)
  if (masjidHidden) throw new Failure('masjid_suspended')
  return invitation
}

/** Returns a query for the id of the person with this confirmed email and a khateeb profile. The query returns one row or none. */
export function khateebWithConfirmedEmail(email: RawBuilder<unknown>) {
  return sql<{ personId: string }>`
    select p.id as "personId" from people p join memberships k on k.person_id = p.id and k.party_role = 'khateeb'
    where p.email = ${email} and ${isEmailVerified('p')}`
}

/** Locks the masjid of an invitation. Throws `link_spent` if it was deleted, and `masjid_suspended` if it is suspended. */
export async function lockInvitingMasjid(tx: Tx, uid: string): Promise<LockedMasjid> {
  const masjid = await lockMembers(tx, uid)
  if (masjid === undefined) throw new Failure('link_spent')
  if (masjid.suspended) throw new Failure('masjid_suspended')
  return masjid
}
