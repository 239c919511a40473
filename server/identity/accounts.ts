import { sql } from 'kysely'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'

/** The fields of an account that letters and sign-in need. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export type AccountKey = { readonly uid: string } | { readonly email: string }

function selectAccount(reader: Queryable, key: AccountKey) {
  return reader
    .selectFrom('accounts')
    .leftJoin('khateebs', 'khateebs.uid', 'accounts.uid')
    .leftJoin('masjids', 'masjids.uid', 'accounts.uid')
    .where('accounts.left_at', 'is', null)
    .where((eb) => ('uid' in key ? eb('accounts.uid', '=', key.uid) : eb('accounts.email', '=', key.email)))
    .select([
      'accounts.uid',
      'accounts.role',
      'accounts.email',
      isEmailVerified('accounts').as('emailVerified'),
      'accounts.password_hash as passwordHash',
      sql<boolean>`accounts.suspended_at is not null`.as('suspended'),
      // The masjid's name, or the khateeb's first and last name.
      sql<string>`coalesce(masjids.masjid_name, ${khateebName('khateebs')})`.as('name'),
      // A masjid may correct its zone; a khateeb's is that of the ZIP code.
      'masjids.time_zone as masjidTimeZone',
      sql<string>`coalesce(masjids.zip_code, khateebs.zip_code)`.as('zipCode'),
    ])
}

export function findAccount(reader: Queryable, key: AccountKey) {
  return selectAccount(reader, key).executeTakeFirst()
}

/**
 * Reads an account and locks its row until the transaction ends. Every call that changes an account's password, or creates or
 * uses one of its links, locks the account before that, so such changes run one after the other.
 */
export function lockAccount(tx: Tx, key: AccountKey): Promise<Account | undefined> {
  return selectAccount(tx, key).forNoKeyUpdate(['accounts']).executeTakeFirst()
}

/** Creates an account and returns its uid. The unique constraint rejects an email that is taken (409 email_taken). */
export async function insertAccount(
  tx: Tx,
  { role, email, passwordHash }: Pick<Account, 'role' | 'email' | 'passwordHash'>,
): Promise<string> {
  const { uid } = await tx
    .insertInto('accounts')
    .values({ role, email, password_hash: passwordHash })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

/** Sets an account's email and marks it as verified. Call it after a link sent to that email was used. */
export async function setEmail(tx: Tx, uid: string, email: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ email, email_verified_at: databaseNow })
    .where('uid', '=', uid)
    .execute()
}

export async function setPasswordHash(tx: Tx, uid: string, passwordHash: string): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('uid', '=', uid).execute()
}
