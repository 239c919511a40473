import { sql } from 'kysely'
import { databaseNow, type Queryable } from '../database/database.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'

/** The largest number of masjids in the list. */
const maxListedMasjids = 100

/**
 * Returns, for the operator, the masjids that he has not verified, except suspended ones. Masjids with the most pending requests come
 * first, because they see the phones of the requesting khateebs. Among masjids with equally many requests, the oldest comes first. `total`
 * in each row is the number of all these masjids, even if the list is cut off.
 */
export function masjidsToVerify(reader: Queryable) {
  return reader
    .selectFrom('masjids as m')
    .innerJoin('parties as party', 'party.uid', 'm.uid')
    .innerJoinLateral(contactOf('m').as('contact'), (join) => join.onTrue())
    .where('m.verified', '=', false)
    .where('m.hidden', '=', false)
    .select([
      'm.uid',
      'm.masjid_name as masjidName',
      'm.masjid_address as address',
      'm.city',
      'm.state_code as stateCode',
      'm.zip_code as zipCode',
      'm.phone',
      'm.website',
      'contact.email',
      isEmailVerified('contact').as('emailVerified'),
      'party.created_at as signedUpAt',
      sql<number>`(
        select count(*) from proposals p join slots s on s.id = p.slot_id
        where p.masjid_uid = m.uid and p.direction = 'request' and p.state = 'pending' and s.starts_at >= ${databaseNow})::int`.as(
        'requests',
      ),
      sql<number>`(count(*) over ())::int`.as('total'),
    ])
    .orderBy('requests', 'desc')
    .orderBy('party.created_at')
    .orderBy('m.uid')
    .limit(maxListedMasjids)
    .execute()
}
