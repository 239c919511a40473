import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '../../server/database/database.ts'
import { hashOf, newToken } from '../../server/tokens.ts'
import type { Person } from './people.ts'

/** A person with an account and a session, but no client yet. */
export type Member = Omit<Person, 'client'>

interface Place {
  readonly zip_code: string
  readonly city: string
  readonly state_code: string
  readonly also_called: string
  readonly latitude: number
  readonly longitude: number
}

/** The default place of test accounts. */
export const dearborn: Place = {
  zip_code: '48126',
  city: 'Dearborn',
  state_code: 'MI',
  also_called: '',
  latitude: 42.33,
  longitude: -83.18,
}

interface Options {
  /** IANA name; only masjids have one. */
  readonly timeZone?: string
  /** Letters to the default domain never reach a mail server. */
  readonly mailDomain?: string
}

/**
 * Inserts khateebs into the database, each with a session that doesn't expire. The calls would be too slow for many
 * people, since sign-up and sign-in hash two passwords each, and their sessions would expire when a test moves the clock.
 */
export function insertKhateebs(
  database: Database,
  count: number,
  { mailDomain }: Options = {},
): Promise<readonly Member[]> {
  return database.transaction(async (tx) => {
    const people = Array.from({ length: count }, (_, index) =>
      newMember('khateeb', `Yusuf Khan ${index}`, mailDomain),
    )
    await insertAccounts(tx, people, 'khateeb')
    const profiles = people.map(({ uid, name }) => ({
      uid,
      first_name: 'Yusuf',
      last_name: name.slice('Yusuf '.length),
      phone: '3135550199',
      ...dearborn,
    }))
    await tx.insertInto('khateebs').values(profiles).execute()
    return people
  })
}

/** Like `insertKhateebs`, for masjids. The default time zone is Michigan's. */
export function insertMasjids(
  database: Database,
  count: number,
  { timeZone = 'America/Detroit', mailDomain }: Options = {},
): Promise<readonly Member[]> {
  return database.transaction(async (tx) => {
    const people = Array.from({ length: count }, () =>
      newMember('masjid', `Masjid ${randomUUID().slice(0, 8)}`, mailDomain),
    )
    await insertAccounts(tx, people, 'masjid')
    const profiles = people.map(({ uid, name }) => ({
      uid,
      masjid_name: name,
      masjid_address: '1 Main Street',
      phone: '3135550100',
      website: '',
      time_zone: timeZone,
      ...dearborn,
    }))
    await tx.insertInto('masjids').values(profiles).execute()
    return people
  })
}

/** Inserts one khateeb. */
export async function insertKhateeb(database: Database): Promise<Member> {
  return only(await insertKhateebs(database, 1))
}

/** Inserts one masjid, in Michigan. */
export async function insertMasjid(database: Database): Promise<Member> {
  return only(await insertMasjids(database, 1))
}

function only([member]: readonly Member[]): Member {
  if (member === undefined) throw new Error('No account was inserted')
  return member
}

function newMember(role: 'khateeb' | 'masjid', name: string, mailDomain = 'minbar.example'): Member {
  return { uid: randomUUID(), email: `${role}-${randomUUID()}@${mailDomain}`, name, token: newToken().token }
}

async function insertAccounts(tx: Tx, people: readonly Member[], role: 'khateeb' | 'masjid'): Promise<void> {
  const accounts = people.map(({ uid, email }) => ({ uid, email, role, password_hash: 'none' }))
  await tx.insertInto('accounts').values(accounts).execute()
  const sessions = people.map(({ uid, token }) => ({
    uid,
    token_hash: hashOf(token),
    device: 'test',
    expires_at: new Date('2200-01-01T00:00:00Z'),
  }))
  await tx.insertInto('sessions').values(sessions).execute()
}
