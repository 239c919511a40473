import { CallFailed, type Client } from '../../contract/client.ts'
import { khateebSignup, masjidSignup, signIn } from '../../contract/identity.ts'
import { type DemoKhateeb, type DemoMasjid, demoPassword } from './people.ts'

/** Somebody of the demo, signed in. */
export interface DemoSession {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly client: Client
}

/** Speaks to the server as nobody, or with a session's token. */
export type ClientOf = (token?: string) => Client

/**
 * Lets people of the demo in one by one. A first run signs everybody up and a second one nobody, so whatever worked
 * for the last one is tried first: each vain try costs the server a password's hash, and counts against its limits.
 */
export class DemoSessions {
  readonly #clientOf: ClientOf
  #known = true

  constructor(clientOf: ClientOf) {
    this.#clientOf = clientOf
  }

  /** Signs a masjid in, up before where it isn't known. Gives the reason where the server refuses it. */
  masjid(masjid: DemoMasjid): Promise<DemoSession | string> {
    const sent = { ...masjid, password: demoPassword }
    return this.#enter(masjid.email, masjid.masjidName, () => this.#clientOf().call(masjidSignup, sent))
  }

  /** The same for a khateeb. */
  khateeb({ bio: _, expertise: __, ...khateeb }: DemoKhateeb): Promise<DemoSession | string> {
    const sent = { ...khateeb, password: demoPassword }
    const name = `${khateeb.firstName} ${khateeb.lastName}`
    return this.#enter(khateeb.email, name, () => this.#clientOf().call(khateebSignup, sent))
  }

  async #enter(email: string, name: string, signUp: () => Promise<unknown>): Promise<DemoSession | string> {
    if (this.#known) {
      const entered = await this.#signIn(email, name)
      if (entered !== undefined) return entered
    }
    try {
      await signUp()
      this.#known = false
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.code === 'invalid_input') return Object.values(error.fields).join(' ')
      if (error.code !== 'email_taken') throw error
      this.#known = true
    }
    return (await this.#signIn(email, name)) ?? 'its e-mail belongs to an account with another password'
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
