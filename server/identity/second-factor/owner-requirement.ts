import type { Queryable } from '../../database/database.ts'
import { hasSecondFactor } from './factors.ts'

/**
 * Whether the operator requires a second factor of a person who has none, because they own the masjid that they act for.
 * @param isRequired the operator's setting
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
