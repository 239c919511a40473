import { sql } from 'kysely'
import type { getUser } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import { pendingOfKhateeb } from '../proposals/pending.ts'

/** A khateeb's own record, with his pending invites and requests. */
export async function khateebRecord(reader: Reader, uid: string): Promise<OutputOf<typeof getUser>> {
  const [[record], lists] = await Promise.all([khateebWith(reader, { uid }), pendingOfKhateeb(reader, uid)])
  if (record === undefined) throw new Error(`There is no khateeb ${uid}`)
  return { ...record, ...lists }
}

const khateebWith = statement((reader, given: Given<{ uid: string }>) =>
  reader
    .selectFrom('khateebs as k')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .where('k.uid', '=', given('uid'))
    .select([
      'k.uid',
      'k.role',
      'k.first_name as firstName',
      'k.last_name as lastName',
      'a.email',
      sql<boolean>`a.email_verified_at is not null`.as('emailVerified'),
      'k.phone',
      'k.zip_code as zipCode',
      'k.city',
      'k.state_code as stateCode',
      'k.latitude',
      'k.longitude',
      'a.paid',
      'a.free_trial as freeTrial',
      'a.verified',
      'k.bio',
      'k.expertise',
    ]),
)
