import { sql } from 'kysely'
import type { MemberRole } from '../../contract/endpoint.ts'
import type { Queryable, Tx } from '../database/database.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { personName } from '../sql-fragments/person-name.ts'

/** A masjid whose members are locked in the current transaction. */
export interface LockedMasjid {
  readonly uid: string
  readonly name: string
  readonly suspended: boolean
}

export interface Member {
  readonly personId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string | null
  readonly memberRole: MemberRole
}

/**
 * Locks a masjid's members until the transaction ends. Returns undefined if the masjid was deleted, or if the party is a khateeb. All
 * changes of members lock the masjid’s party row, so they run one after the other.
 */
export async function lockMembers(tx: Tx, uid: string): Promise<LockedMasjid | undefined> {
  const party = await tx
    .selectFrom('parties')
    .where('uid', '=', uid)
    .where('left_at', 'is', null)
    .forNoKeyUpdate()
    .select(sql<boolean>`suspended_at is not null`.as('suspended'))
    .executeTakeFirst()
  if (party === undefined) return undefined
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', uid)
    .select('masjid_name')
    .executeTakeFirst()
  return masjid && { uid, name: masjid.masjid_name, suspended: party.suspended }
}

/**
 * Locks the memberships of a party. Waits for running changes for the party, and delays new ones, because each change locks its caller's
 * membership: see `lockMembership`.
 */
export async function lockMemberships(tx: Tx, uid: string): Promise<void> {
  const memberships = tx.selectFrom('memberships').where('party_uid', '=', uid).orderBy('person_id')
  await memberships.forUpdate().select('person_id').execute()
}

/** Returns a query for the members of a masjid: owners, then schedulers, then viewers, each by the time of joining. */
export function membersOf(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.party_uid', '=', masjidUid)
    .where('p.left_at', 'is', null)
    .orderBy(sql`array_position(array['owner', 'scheduler', 'viewer'], m.role)`)
    .orderBy('m.created_at')
    .orderBy('p.id')
    .select([
      'p.id as personId',
      'p.email',
      isEmailVerified('p').as('emailVerified'),
      personName('p').as('name'),
      'm.role as memberRole',
      'm.created_at as since',
    ])
}

/** Returns a member of a masjid; undefined if the person is not a member. */
export function findMember(
  reader: Queryable,
  masjidUid: string,
  personId: string,
): Promise<Member | undefined> {
  return membersOf(reader, masjidUid).where('p.id', '=', personId).executeTakeFirst()
}

/** Returns the name with which a letter greets a member: the masjid’s name if the member has given none. */
export function nameInLetter(masjid: Pick<LockedMasjid, 'name'>, { name }: Pick<Member, 'name'>): string {
  return name ?? masjid.name
}
