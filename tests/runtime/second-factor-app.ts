import { startApp } from './app.ts'
import { newKhateeb, type TestAccount } from './people.ts'
import { withPermanentSession } from './session.ts'
import { passkeyOrigin } from './software-passkey.ts'

/** The fixed time of the tests of second factors, so that the right codes are known. */
export const now = Date.parse('2026-06-01T12:00:10Z')

/** The refusal of a wrong code or passkey. */
export const wrongSecondFactor = { status: 401, code: 'wrong_second_factor' }

/** Starts the application at the origin of the software passkeys. Each test begins with `newPersonAtFixedTime`. */
export async function startSecondFactorApp() {
  const app = await startApp({ env: { PUBLIC_URL: passkeyOrigin } })
  /** Stops the clock this many seconds after `now`. */
  const setClock = (seconds: number) => app.setNow(new Date(now + 1_000 * seconds).toISOString())
  return {
    ...app,
    setClock,
    /** Stops the clock at `now`. Signs up a person, whose session does not expire when a test moves the clock. */
    async newPersonAtFixedTime(): Promise<TestAccount> {
      await setClock(0)
      return withPermanentSession(app, await newKhateeb(app.baseUrl))
    },
  }
}
