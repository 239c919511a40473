import { randomUUID } from 'node:crypto'
import type { Client } from '../../contract/client.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { changePassword, khateebSignup, masjidSignup, signIn } from '../../contract/identity.ts'
import { clientOf } from './app.ts'
import { retryingClient, retryingClientOf } from './retrying-client.ts'

/** An account with a session. */
export interface TestAccount {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly token: string
  readonly client: Client
}

/** The password of every test account. */
export const password = 'pulpit-of-oak'

/** The fields with which a person adds a masjid. */
export const anotherMasjid = {
  masjidName: 'Masjid an-Nur',
  masjidAddress: '2 Main Street',
  phone: '(313) 555-0100',
  zipCode: '48126',
  website: '',
}

/** Signs up a masjid, by default in Dearborn, and signs it in. `changes` replaces values of the sign-up. */
export async function newMasjid(
  baseUrl: string,
  changes: Partial<RawInputOf<typeof masjidSignup>> = {},
): Promise<TestAccount> {
  const sent = {
    masjidName: `Masjid ${randomUUID().slice(0, 8)}`,
    masjidAddress: '1 Main Street',
    email: `masjid-${randomUUID()}@minbar.example`,
    password,
    phone: '(313) 555-0100',
    zipCode: '48126',
    website: '',
    ...changes,
  }
  await retryingClient(baseUrl).call(masjidSignup, sent)
  return signInAs(baseUrl, sent.email, sent.masjidName)
}

/** Signs up a khateeb, by default in Dearborn, and signs him in. `changes` replaces values of the sign-up. */
export async function newKhateeb(
  baseUrl: string,
  changes: Partial<RawInputOf<typeof khateebSignup>> = {},
): Promise<TestAccount> {
  const sent = {
    firstName: 'Yusuf',
    lastName: `Khan ${randomUUID().slice(0, 8)}`,
    email: `khateeb-${randomUUID()}@minbar.example`,
    password,
    phone: '(313) 555-0199',
    zipCode: '48126',
    ...changes,
  }
  await retryingClient(baseUrl).call(khateebSignup, sent)
  return signInAs(baseUrl, sent.email, `${sent.firstName} ${sent.lastName}`)
}

/** Signs up a masjid and a khateeb in the same ZIP, and signs them in. */
export async function newMasjidAndKhateebIn(
  baseUrl: string,
  zipCode: string,
): Promise<{ readonly masjid: TestAccount; readonly khateeb: TestAccount }> {
  const [masjid, khateeb] = await Promise.all([
    newMasjid(baseUrl, { zipCode }),
    newKhateeb(baseUrl, { zipCode }),
  ])
  return { masjid, khateeb }
}

async function signInAs(baseUrl: string, email: string, name: string): Promise<TestAccount> {
  const { uid, token = '' } = await retryingClient(baseUrl).call(signIn, { email, password })
  return { uid, email, name, token, client: retryingClientOf(baseUrl, token) }
}

/** Changes a person's password, by default to the same password. Returns the person with the new session. */
export async function changePasswordOf(
  baseUrl: string,
  person: TestAccount,
  newPassword: string = password,
): Promise<TestAccount> {
  const { token = '' } = await person.client.call(changePassword, { password, newPassword })
  return { ...person, token, client: clientOf(baseUrl, token) }
}
