import { sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { personName } from '../sql-fragments/person-name.ts'

/** A person and a party that they act for, with the fields that letters and sign-in need. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export type AccountKey =
  | { readonly personId: string }
  /** The uid of the party. */
  | { readonly uid: string }
  | { readonly email: string }

/** Returns a query with one row for each person and party that the person may act for. */
function selectAccounts(reader: Queryable) {
  return reader
    .selectFrom('people')
    .innerJoin('memberships', 'memberships.person_id', 'people.id')
    .innerJoin('parties', 'parties.uid', 'memberships.party_uid')
    .leftJoin('khateebs', 'khateebs.uid', 'parties.uid')
    .leftJoin('masjids', 'masjids.uid', 'parties.uid')
    .select([
      'people.id as personId',
      'parties.uid',
      'parties.role',
      'memberships.role as memberRole',
      'people.email',
      isEmailVerified('people').as('emailVerified'),
      'people.password_hash as passwordHash',
      sql<boolean>`parties.suspended_at is not null`.as('suspended'),
      // The name of the party: the masjid's name, or the khateeb's first and last name.
      sql<string>`coalesce(masjids.masjid_name, ${khateebName('khateebs')})`.as('name'),
      // A masjid can correct its time zone. A khateeb's time zone always follows from the ZIP code.
      'masjids.time_zone as masjidTimeZone',
      sql<string>`coalesce(masjids.zip_code, khateebs.zip_code)`.as('zipCode'),
    ])
}

/**
 * Returns a person’s accounts, one for each party that they may act for, without suspended parties, in the order of
 * `Caller.memberships`.
 */
export function accountsOf(reader: Queryable, { personId }: { readonly personId: string }) {
  return selectAccounts(reader)
    .where('people.id', '=', personId)
    .where('parties.suspended_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('parties.uid')
    .execute()
}

/** Returns the accounts of the person with this email, suspended accounts included, in the order of `Caller.memberships`. */
export function accountsWithEmail(reader: Queryable, email: string) {
  return selectAccounts(reader)
    .where('people.email', '=', email)
    .orderBy('memberships.created_at')
    .orderBy('parties.uid')
    .execute()
}

/**
 * Returns a query for one account. `nameInLetters` is the name of the person, or the masjid’s name if the person has given none. If the key
 * is a person or an email, the query finds the account of the person’s oldest membership, and prefers parties that are not suspended. If
 * the key is a party, the query finds the account of the party’s first owner.
 */
function selectAccount(reader: Queryable, key: AccountKey) {
  return selectAccounts(reader)
    .select(sql<string>`coalesce(${personName('people')}, masjids.masjid_name)`.as('nameInLetters'))
    .where((eb) => {
      if ('personId' in key) return eb('people.id', '=', key.personId)
      return 'uid' in key ? eb('parties.uid', '=', key.uid) : eb('people.email', '=', key.email)
    })
    .orderBy(sql`parties.suspended_at is not null`)
    .orderBy(sql`memberships.role <> 'owner' and ${sql.lit('uid' in key)}`)
    .orderBy('memberships.created_at')
    .orderBy('parties.uid')
    .orderBy('people.id')
    .limit(1)
}

export function findAccount(reader: Queryable, key: AccountKey) {
  return selectAccount(reader, key).executeTakeFirst()
}

/** Returns whether a person has verified their email. */
export async function hasVerifiedEmail(reader: Queryable, personId: string): Promise<boolean> {
  const person = reader.selectFrom('people').where('id', '=', personId)
  const found = await person.select(isEmailVerified('people').as('emailVerified')).executeTakeFirst()
  return found?.emailVerified === true
}

/**
 * Reads an account, and locks the rows of its person and party until the transaction ends. Each call that changes a person's password, or
 * creates or uses one of the person's links, first locks the account. So such calls run one after the other.
 */
export function lockAccount(tx: Tx, key: AccountKey): Promise<Account | undefined> {
  return selectAccount(tx, key).forNoKeyUpdate(['people', 'parties']).executeTakeFirst()
}

/**
 * Like `lockAccount`, but locks only the person. For transactions that have already locked a party, perhaps another party of the same
 * person.
 */
export function lockPerson(tx: Tx, personId: string): Promise<Account | undefined> {
  return selectAccount(tx, { personId }).forNoKeyUpdate('people').executeTakeFirst()
}

/**
 * Creates a person, a party, and the membership by which the person owns the party. Throws `email_taken` (409, by a unique constraint) if
 * the email belongs to another person.
 */
export async function insertAccount(
  tx: Tx,
  { role, email, passwordHash }: Pick<Account, 'role' | 'email' | 'passwordHash'>,
): Promise<Pick<Account, 'uid' | 'personId'>> {
  const { id: personId } = await tx
    .insertInto('people')
    .values({ email, password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { uid: await insertParty(tx, role, personId), personId }
}

/** Creates a party that the person owns. Returns its uid. */
export async function insertParty(tx: Tx, role: Role, personId: string): Promise<string> {
  const { uid } = await tx.insertInto('parties').values({ role }).returning('uid').executeTakeFirstOrThrow()
  await tx
    .insertInto('memberships')
    .values({ person_id: personId, party_uid: uid, party_role: role, role: 'owner' })
    .execute()
  return uid
}

/**
 * Sets a person's email, and marks the email as verified. Call this only after the use of a link that was sent to this email.
 * @param verifiedAt by default now
 */
export async function setEmail(tx: Tx, personId: string, email: string, verifiedAt?: Date): Promise<void> {
  await tx
    .updateTable('people')
    .set({ email, email_verified_at: verifiedAt ?? databaseNow })
    .where('id', '=', personId)
    .execute()
  // Answer links in letters to the former address must stop working.
  await tx.deleteFrom('answer_links').where('person_id', '=', personId).execute()
}

export async function setPasswordHash(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('people').set({ password_hash: passwordHash }).where('id', '=', personId).execute()
}
