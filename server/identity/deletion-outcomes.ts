import type { OutputOf, Role } from '../../contract/endpoint.ts'
import type { getDeletionOutcomes } from '../../contract/identity.ts'
import type { Queryable } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { membersOf } from './masjid-members.ts'

type Outcomes = OutputOf<typeof getDeletionOutcomes>['parties']

interface Membership {
  readonly personId: string
  readonly uid: string
  readonly role: Role
}

/** Returns what deleting the caller's account would do to each of the caller's parties, in the order of `Caller.memberships`. */
export async function deletionOutcomesOf(reader: Queryable, { personId }: Caller): Promise<Outcomes> {
  const parties = await reader
    .selectFrom('memberships as m')
    .leftJoin('khateebs as k', 'k.uid', 'm.party_uid')
    .leftJoin('masjids', 'masjids.uid', 'm.party_uid')
    .where('m.person_id', '=', personId)
    .orderBy('m.created_at')
    .orderBy('m.party_uid')
    .select((eb) => [
      'm.party_uid as uid',
      'm.party_role as role',
      'm.role as memberRole',
      eb.fn.coalesce('masjids.masjid_name', khateebName('k')).as('name'),
    ])
    .execute()
  const outcomes: Outcomes = []
  for (const { uid, role, memberRole, name } of parties) {
    const outcome = await deletionOutcome(reader, { personId, uid, role }, parties.length === 1)
    outcomes.push({ uid, role, memberRole, name, outcome })
  }
  return outcomes
}

/**
 * Returns what deleting a person's account does to one of the person's parties. A khateeb is deleted. The person leaves a masjid if they
 * are not an owner, or if the masjid has another owner. A masjid whose only owner is the person is deleted if it has no other member and is
 * the person's only party. Any other masjid prevents the deletion.
 */
export async function deletionOutcome(
  reader: Queryable,
  { personId, uid, role }: Membership,
  isOnlyParty: boolean,
): Promise<Outcomes[number]['outcome']> {
  if (role === 'khateeb') return 'deleted'
  const members = await membersOf(reader, uid).execute()
  const others = members.filter((it) => it.personId !== personId)
  const own = members.find((it) => it.personId === personId)
  if (own?.memberRole !== 'owner' || others.some((it) => it.memberRole === 'owner')) return 'left'
  return isOnlyParty && others.length === 0 ? 'deleted' : 'prevents'
}
