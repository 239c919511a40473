import { expect, test } from 'vitest'
import { makeCalendarAddress } from '../../contract/calendar.ts'
import type { Client } from '../../contract/client.ts'
import {
  addAuthenticatorApp,
  addPasskey,
  startAddingAuthenticatorApp,
  startAddingPasskey,
} from '../../contract/second-factor.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { codeOf } from '../../tests/runtime/second-factors.ts'
import { createSoftwarePasskey, passkeyOrigin } from '../../tests/runtime/software-passkey.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { endSessions } from './sessions.ts'

const app = await startApp({ env: { PUBLIC_URL: passkeyOrigin } })

/** Prepares a call that gives lasting access to an account. Returns a function that makes the call. */
type Preparation = (client: Client) => Promise<() => Promise<unknown>>

const preparations: Record<string, Preparation> = {
  'adds a passkey': async (client) => {
    const { challenge } = await client.call(startAddingPasskey, { password })
    const newPasskey = createSoftwarePasskey().create(challenge)
    return () => client.call(addPasskey, { newPasskey })
  },
  'adds an authenticator app': async (client) => {
    const { key } = await client.call(startAddingAuthenticatorApp, { password })
    return () => client.call(addAuthenticatorApp, { code: codeOf(key) })
  },
  'makes a calendar address': async (client) => () => client.call(makeCalendarAddress, {}),
}

test.each(Object.entries(preparations))(
  'a call that %s is refused if its session ends during the call',
  async (_, prepare) => {
    const { client, uid } = await newKhateeb(app.baseUrl)
    const { database } = app
    const personId = await personIdOf(database.db, uid)
    const call = await prepare(client)
    const { late } = await database.transaction(async (tx) => {
      await endSessions(tx, personId)
      const called = call().catch((error: unknown) => error)
      await waitForLockConflict(tx, called)
      return { late: called }
    })
    expect(await late).toMatchObject({ status: 401, code: 'not_signed_in' })
  },
)
