import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addressLine } from '../../contract/map-url.ts'
import type { Tx } from '../database/database.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'

/** What the operator confirms by verifying an account. */
interface ProfileToVerify {
  readonly name: string
  /** A masjid’s address, or a khateeb’s city and state. */
  readonly place: string
  /** A code for this name and place. It changes if the name or place changes. */
  readonly code: string
}

/**
 * Locks a profile, so that its name and place cannot change until the transaction ends, and returns what the operator verifies. Undefined
 * if there is no such profile.
 */
export async function lockProfileToVerify(tx: Tx, uid: string): Promise<ProfileToVerify | undefined> {
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', uid)
    .select(['masjid_name as name', 'masjid_address as address', 'city'])
    .select(['state_code as stateCode', 'zip_code as zipCode'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (masjid !== undefined) return profileToVerify(masjid.name, addressLine(masjid))
  const khateeb = await tx
    .selectFrom('khateebs as k')
    .where('k.uid', '=', uid)
    .select([khateebName('k').as('name'), sql<string>`k.city || ', ' || k.state_code`.as('place')])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return khateeb && profileToVerify(khateeb.name, khateeb.place)
}

/** Returns a name and a place with their code. */
export function profileToVerify(name: string, place: string): ProfileToVerify {
  const code = createHash('sha256')
    .update(JSON.stringify([name, place]))
    .digest('hex')
    // 128 bits: with fewer, a masjid could find two names with the same code, and take the second name after the operator’s check.
    .slice(0, 32)
  return { name, place, code }
}
