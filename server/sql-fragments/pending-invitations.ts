import { sql } from 'kysely'
import { databaseNow, type Queryable } from '../database/database.ts'
import { columnsOf } from './columns-of.ts'
import { isoInstant } from './instants.ts'

/**
 * SQL condition: the invitation is not accepted, declined, revoked, replaced or expired.
 * @param invitation name or alias of the table `invitations`
 */
export function isPendingInvitation(invitation: string) {
  const of = columnsOf(invitation)
  return sql<boolean>`(${of('ended_at')} is null and ${of('expires_at')} > ${databaseNow})`
}

/**
 * Returns a query for a masjid’s pending invitations (`i`), newest first. Callers select the invitations to members or to khateebs by
 * `i.role`.
 */
export function pendingInvitationsOf(reader: Queryable, masjidUid: string) {
  return unansweredInvitationsOf(reader, masjidUid).where(isPendingInvitation('i'))
}

/** Like `pendingInvitationsOf`, but also returns expired invitations. */
export function unansweredInvitationsOf(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('invitations as i')
    .where('i.masjid_uid', '=', masjidUid)
    .where('i.ended_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .select((eb) => [
      'i.id as invitationId',
      'i.email',
      isoInstant(eb.ref('i.created_at')).as('sentAt'),
      isoInstant(eb.ref('i.expires_at')).as('expiresAt'),
    ])
}
