import { randomUUID } from 'node:crypto'
import type { Role } from '../../contract/endpoint.ts'
import type { Database, Tx } from '../../server/database/database.ts'
import { hashOf, newToken } from '../../server/tokens.ts'
import type { TestAccount } from './people.ts'

/** A person with an account and a session, but no client yet. */
export type InsertedAccount = Omit<TestAccount, 'client'> & { readonly personId: string }

/** The place of test accounts. */
const dearborn = {
  zip_code: '48126',
  city: 'Dearborn',
  state_code: 'MI',
  also_called: '',
  latitude: 42.33,
  longitude: -83.18,
}

interface Options {
  /** The IANA name. Only masjids have a time zone. */
  readonly timeZone?: string
  /** Letters to the default domain never reach a mail server. */
  readonly mailDomain?: string
}

/**
 * Inserts khateebs into the database, each with a session that doesn't expire. Signing up and signing in would be too slow for many
 * people, since each hashes a password, and their sessions would expire when a test moves the clock.
 */
export function insertKhateebs(
  database: Database,
  count: number,
  { mailDomain = 'minbar.example' }: Options = {},
): Promise<readonly InsertedAccount[]> {
  return database.transaction(async (tx) => {
    const names = Array.from({ length: count }, (_, index) => `Yusuf Khan ${index}`)
    const people = await insertAccounts(tx, 'khateeb', names, mailDomain)
    const profiles = people.map((it) => khateebProfile(it))
    await tx.insertInto('khateebs').values(profiles).execute()
    return people
  })
}

/** Like `insertKhateebs`, for masjids. The default time zone is Dearborn's. */
export function insertMasjids(
  database: Database,
  count: number,
  { timeZone, mailDomain = 'minbar.example' }: Options = {},
): Promise<readonly InsertedAccount[]> {
  return database.transaction(async (tx) => {
    const names = Array.from({ length: count }, () => `Masjid ${randomUUID().slice(0, 8)}`)
    const people = await insertAccounts(tx, 'masjid', names, mailDomain)
    const profiles = people.map((it) => masjidProfile(it, timeZone))
    await tx.insertInto('masjids').values(profiles).execute()
    return people
  })
}

/** Returns the row of `khateebs` for an account. */
export function khateebProfile({ uid, name }: Pick<InsertedAccount, 'uid' | 'name'>, phone = '3135550199') {
  const [first_name = '', ...rest] = name.split(' ')
  return { uid, first_name, last_name: rest.join(' '), phone, ...dearborn }
}

/** Returns the row of `masjids` for an account. */
export function masjidProfile(
  { uid, name }: Pick<InsertedAccount, 'uid' | 'name'>,
  time_zone = 'America/Detroit',
) {
  const contact = { masjid_address: '1 Main Street', phone: '3135550100', website: '' }
  return { uid, masjid_name: name, time_zone, ...contact, ...dearborn }
}

/** Inserts one khateeb, in Michigan. */
export async function insertKhateeb(database: Database): Promise<InsertedAccount> {
  return only(await insertKhateebs(database, 1))
}

/** Inserts one masjid, in Michigan. */
export async function insertMasjid(database: Database): Promise<InsertedAccount> {
  return only(await insertMasjids(database, 1))
}

function only([member]: readonly InsertedAccount[]): InsertedAccount {
  if (member === undefined) throw new Error('No account was inserted')
  return member
}

async function insertAccounts(
  tx: Tx,
  role: Role,
  names: readonly string[],
  mailDomain: string,
): Promise<readonly InsertedAccount[]> {
  const members = names.map((name) => ({
    personId: randomUUID(),
    uid: randomUUID(),
    email: `${role}-${randomUUID()}@${mailDomain}`,
    name,
    token: newToken().token,
  }))
  const people = members.map(({ personId: id, email }) => ({ id, email, password_hash: 'none' }))
  await tx.insertInto('people').values(people).execute()
  const parties = members.map(({ uid }) => ({ uid, role }))
  await tx.insertInto('parties').values(parties).execute()
  const memberships = members.map(({ personId: person_id, uid: party_uid }) => ({
    person_id,
    party_uid,
    party_role: role,
    role: 'owner' as const,
  }))
  await tx.insertInto('memberships').values(memberships).execute()
  const sessions = members.map(({ personId: person_id, token }) => ({
    person_id,
    token_hash: hashOf(token),
    device: 'test',
    expires_at: new Date('2200-01-01T00:00:00Z'),
  }))
  await tx.insertInto('sessions').values(sessions).execute()
  return members
}
