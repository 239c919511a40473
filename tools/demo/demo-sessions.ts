import { CallFailed, type Client, createClient } from '../../contract/client.ts'
import { khateebSignup, masjidSignup, signIn } from '../../contract/identity.ts'
import { type DemoKhateeb, type DemoMasjid, demoPassword } from './people.ts'

/** A demo masjid or khateeb that is signed in. */
export interface DemoSession {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly client: Client
}

/** A person whose sign-up or sign-in the server rejected, with the reason. */
export interface RejectedPerson {
  readonly name: string
  readonly reason: string
}

type OpenResult = DemoSession | RejectedPerson

/** Creates a client: without a session, or with the token of a session. */
export type ClientFactory = (token?: string) => Client

/** Returns a function that creates clients of the server at this origin. */
export function clientFactory(baseUrl: string): ClientFactory {
  return (token) =>
    createClient({ baseUrl, fetch, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
}

/**
 * Signs demo people in, or signs up those without an account. For each person, first tries what worked for the previous person, because
 * usually either all of them have an account or none has. This avoids failed sign-ins, which cost the server a password hash and count
 * towards its rate limits.
 */
export class DemoSessions {
  readonly #clientOf: ClientFactory
  #lastHadAccount = true

  constructor(clientOf: ClientFactory) {
    this.#clientOf = clientOf
  }

  /** Signs a masjid in. If it has no account, signs it up first. */
  openMasjid(masjid: DemoMasjid): Promise<OpenResult> {
    const sent = { ...masjid, password: demoPassword }
    return this.#open(masjid.email, masjid.masjidName, () => this.#clientOf().call(masjidSignup, sent))
  }

  /** Signs a khateeb in. If he has no account, signs him up first. */
  openKhateeb({ bio: _, expertise: __, ...khateeb }: DemoKhateeb): Promise<OpenResult> {
    const sent = { ...khateeb, password: demoPassword }
    const name = `${khateeb.firstName} ${khateeb.lastName}`
    return this.#open(khateeb.email, name, () => this.#clientOf().call(khateebSignup, sent))
  }

  async #open(email: string, name: string, signUp: () => Promise<unknown>): Promise<OpenResult> {
    if (this.#lastHadAccount) {
      const session = await this.#signIn(email, name)
      if (session !== undefined) return session
    }
    try {
      await signUp()
      this.#lastHadAccount = false
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.code === 'invalid_input') return { name, reason: Object.values(error.fields).join(' ') }
      if (error.code !== 'email_taken') throw error
      this.#lastHadAccount = true
    }
    return (
      (await this.#signIn(email, name)) ?? { name, reason: 'its email has an account with another password' }
    )
  }

  async #signIn(email: string, name: string): Promise<DemoSession | undefined> {
    try {
      const { uid, token = '' } = await this.#clientOf().call(signIn, { email, password: demoPassword })
      return { uid, email, name, client: this.#clientOf(token) }
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'wrong_credentials') return undefined
      throw error
    }
  }
}
