import type { Queryable } from '../../database/database.ts'
import { hasSecondFactor } from './factors.ts'

/**
 * Returns whether a person lacks a required second factor: they own the masjid that they act for, and have no second factor.
 * @param isRequired whether the operator requires a second factor of owners
 */
export async function lacksRequiredFactor(
  reader: Queryable,
  isRequired: boolean,
  { personId, uid }: { readonly personId: string; readonly uid: string },
): Promise<boolean> {
  if (!isRequired) return false
  const ownership = await reader
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .where('party_uid', '=', uid)
    .where('party_role', '=', 'masjid')
    .where('role', '=', 'owner')
    .select('role')
    .executeTakeFirst()
  return ownership !== undefined && !(await hasSecondFactor(reader, personId))
}
