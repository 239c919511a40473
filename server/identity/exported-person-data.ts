import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { exportData } from '../../contract/identity.ts'
import { databaseNow, iso, type Queryable } from '../database/database.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { formerEmailsOf, isLetterToAccount, isNotToFormerOwner, ownsAddressSince } from './former-emails.ts'
import { newEmailOf } from './verify-email.ts'

// This file reads the part of an export that is about the caller as a person, including all their memberships.

type ExportedData = OutputOf<typeof exportData>

export async function accountOf(
  reader: Queryable,
  personId: string,
): Promise<Pick<ExportedData, 'exportedAt' | 'account'>> {
  const { exportedAt, ...account } = await reader
    .selectFrom('people as p')
    .where('p.id', '=', personId)
    .select((eb) => [
      isoInstant(databaseNow).as('exportedAt'),
      'p.name',
      isoInstant(eb.ref('p.created_at')).as('createdAt'),
      isoInstant(eb.ref('p.email_verified_at')).as('emailVerifiedAt'),
    ])
    .executeTakeFirstOrThrow()
  const newEmail = await newEmailOf(reader, personId)
  const former = await formerEmailsOf(reader, personId)
  const formerEmails = former.map(({ email, changedAt }) => ({ email, changedAt: iso(changedAt) }))
  return { exportedAt, account: { ...account, newEmail, formerEmails } }
}

export function devicesOf(reader: Queryable, personId: string) {
  return reader
    .selectFrom('known_devices as d')
    .where('d.person_id', '=', personId)
    .orderBy('d.last_used_at', 'desc')
    .select((eb) => [
      isoInstant(eb.ref('d.first_used_at')).as('firstUsedAt'),
      isoInstant(eb.ref('d.last_used_at')).as('lastUsedAt'),
    ])
    .execute()
}

export function calendarAddressesOf(reader: Queryable, personId: string) {
  return reader
    .selectFrom('calendar_addresses as c')
    .where('c.person_id', '=', personId)
    .orderBy('c.created_at')
    .select((eb) => isoInstant(eb.ref('c.created_at')).as('madeAt'))
    .execute()
}

/** Returns a query for the person's memberships, each with the name of its masjid or khateeb. */
function selectNamedMemberships(reader: Queryable, personId: string) {
  return reader
    .selectFrom('memberships as m')
    .leftJoin('masjids', 'masjids.uid', 'm.party_uid')
    .leftJoin('khateebs as k', 'k.uid', 'm.party_uid')
    .where('m.person_id', '=', personId)
    .orderBy('m.created_at')
    .select(sql<string>`coalesce(masjids.masjid_name, ${khateebName('k')})`.as('name'))
}

export function membershipsOf(reader: Queryable, personId: string) {
  return selectNamedMemberships(reader, personId)
    .select((eb) => [
      'm.party_role as role',
      'm.role as memberRole',
      isoInstant(eb.ref('m.created_at')).as('since'),
    ])
    .execute()
}

export function invitationsBy(reader: Queryable, personId: string) {
  return selectInvitations(reader).where('i.invited_by', '=', personId).select('i.email').execute()
}

/**
 * Returns the invitations to the person's email. Another person may own an unconfirmed email, so the list is empty for such an email.
 * Leaves out invitations that ended before the person got the address: these were for its former owner.
 */
export function invitationsTo(reader: Queryable, personId: string) {
  return (
    selectInvitations(reader)
      .innerJoin('people as p', 'p.email', 'i.email')
      .where('p.id', '=', personId)
      .where(isEmailVerified('p'))
      // An invitation ends in the transaction that creates an account by its link, and perhaps before the account.
      .where(
        sql<boolean>`least(i.ended_at, i.expires_at) + interval '1 minute' >= ${ownsAddressSince('i.email', personId)}`,
      )
      .execute()
  )
}

function selectInvitations(reader: Queryable) {
  return reader
    .selectFrom('invitations as i')
    .innerJoin('masjids', 'masjids.uid', 'i.masjid_uid')
    .orderBy('i.created_at')
    .select((eb) => [
      'masjids.masjid_name as masjidName',
      'i.role as invitedAs',
      isoInstant(eb.ref('i.created_at')).as('sentAt'),
      isoInstant(eb.ref('i.ended_at')).as('endedAt'),
    ])
}

export function newsSettingsOf(reader: Queryable, personId: string) {
  return selectNamedMemberships(reader, personId)
    .innerJoin('news_settings as s', (join) =>
      join.onRef('s.person_id', '=', 'm.person_id').onRef('s.party_uid', '=', 'm.party_uid'),
    )
    .select(['s.delivery', 's.muted', 's.digest_hour as digestHour', 's.language'])
    .execute()
}

export function lettersTo(reader: Queryable, personId: string) {
  return reader
    .selectFrom('letters as l')
    .where(isLetterToAccount('l', personId))
    .where(isNotToFormerOwner('l', personId))
    .orderBy('l.created_at')
    .select((eb) => [
      'l.kind',
      isoInstant(eb.ref('l.created_at')).as('writtenAt'),
      isoInstant(eb.ref('l.sent_at')).as('sentAt'),
    ])
    .execute()
}
