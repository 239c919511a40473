import { type RawBuilder, sql } from 'kysely'

/** SQL condition: the owner of an email address has not stopped invitations. */
export function acceptsInvitations(email: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from uninvitable_addresses where address_hash = sha256(convert_to(${email}, 'UTF8')))`
}

/**
 * SQL condition: a masjid may invite the owner of an email address as a khateeb. False if the owner has stopped invitations or blocked the
 * masjid.
 */
export function acceptsInvitationsFrom(
  email: RawBuilder<unknown>,
  masjidUid: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${acceptsInvitations(email)} and not exists (
    select from people p join memberships m on m.person_id = p.id
      join blocks b on b.khateeb_uid = m.party_uid and b.by_role = 'khateeb'
    where p.email = ${email} and b.masjid_uid = ${masjidUid}))`
}
