import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { getUser } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { khateebProfile as profileShape } from '../../contract/shapes.ts'
import type { Database } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import { pendingOfKhateeb } from '../proposals/pending.ts'

/** A khateeb's own record, with his pending invites and requests: all of them, or as many as were asked for. */
export async function khateebRecord(
  database: Database,
  { uid, ...asked }: InputOf<typeof getUser>,
): Promise<OutputOf<typeof getUser>> {
  const [profile, lists] = await Promise.all([
    khateebProfile(database, uid),
    pendingOfKhateeb(database, uid, asked),
  ])
  return { ...profile, ...lists }
}

/** What a khateeb's account says of him. */
export async function khateebProfile(database: Database, uid: string): Promise<z.infer<typeof profileShape>> {
  const [profile] = await khateebWith(database, { uid })
  if (profile === undefined) throw new Error(`There is no khateeb ${uid}`)
  return profile
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
