import type { Role } from '../../contract/endpoint.ts'
import { startApp, type TestApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { passkeyOrigin } from '../runtime/software-passkey.ts'

/** The accounts of a `Fixture`. Scenarios are about the first khateeb and the first masjid; the others are outsiders. */
export const members = ['khateeb', 'otherKhateeb', 'masjid', 'otherMasjid'] as const
export type MemberName = (typeof members)[number]

export const roleOfMember = (member: MemberName): Role =>
  member === 'khateeb' || member === 'otherKhateeb' ? 'khateeb' : 'masjid'

/** The application with two masjids and two khateebs. */
export type Fixture = TestApp &
  Readonly<Record<MemberName, TestAccount>> & {
    /** The ids of the people who signed up. */
    readonly personIds: Readonly<Record<MemberName, string>>
  }

/** The khateeb's phone is unique, so that tests can search for it in every response. */
export const khateebPhone = '7345550142'

const [area = '', exchange = '', line = ''] = /^(...)(...)(....)$/.exec(khateebPhone)?.slice(1) ?? []
const phonePattern = new RegExp(`${area}\\D{0,3}${exchange}\\D{0,3}${line}`)

/** Finds the khateeb's phone in a text, in any format; null if absent. */
export function findPhone(text: string): string | null {
  return phonePattern.exec(text)?.[0] ?? null
}

/** Finds the khateeb's phone in the body or headers of a response; null if absent. */
export function findPhoneInResponse({ text, headers }: RawResponse): string | null {
  return findPhone([text, ...headers.values()].join('\n'))
}

/** Starts the application and signs up its four accounts. Their sessions do not expire when a test moves the clock. */
export async function startFixture(options: Parameters<typeof startApp>[0] = {}): Promise<Fixture> {
  const app = await startApp({ ...options, env: { PUBLIC_URL: passkeyOrigin, ...options.env } })
  const signIn = async (signedUp: Promise<TestAccount>) => withPermanentSession(app, await signedUp)
  const accounts = {
    masjid: await signIn(newMasjid(app.baseUrl)),
    khateeb: await signIn(newKhateeb(app.baseUrl, { phone: khateebPhone })),
    otherMasjid: await signIn(newMasjid(app.baseUrl, { masjidName: 'Another masjid' })),
    otherKhateeb: await signIn(newKhateeb(app.baseUrl, { firstName: 'Another', lastName: 'khateeb' })),
  }
  const idOf = (member: MemberName) => personIdOf(app.database.db, accounts[member].uid)
  const personIds = {
    masjid: await idOf('masjid'),
    khateeb: await idOf('khateeb'),
    otherMasjid: await idOf('otherMasjid'),
    otherKhateeb: await idOf('otherKhateeb'),
  }
  return { ...app, ...accounts, personIds }
}

/** An id that no row has. */
export const unknownId = '00000000-0000-4000-8000-000000000000'
