import { sql } from 'kysely'
import type {
  addAuthenticatorApp as addEndpoint,
  startAddingAuthenticatorApp as startEndpoint,
} from '../../contract/second-factor.ts'
import { deviceName } from '../../domain/identity/device-name.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { lockSession } from '../http/lock-session.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { lockAccount } from './accounts.ts'
import type { SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { finishAddingFactor } from './finish-adding-factor.ts'
import { appKeyUri, newAppKey, timeStepOf } from './second-factor/totp.ts'

/** The seconds that a person has to install an app and scan the code. */
const setupLifetime = 30 * 60

/** Creates a key for an authenticator app, and stores it until `addAuthenticatorApp`. An earlier key becomes invalid. */
export const startAddingAuthenticatorApp: SignedInAction<typeof startEndpoint> = async (
  parts,
  context,
  input,
) => {
  const account = await reauthenticate(parts, context, input)
  const key = newAppKey()
  await context.transact(async (tx) => {
    await lockIfPasswordUnchanged(tx, account)
    const setup = { secret: key, expires_at: secondsFromNow(setupLifetime) }
    await tx
      .insertInto('authenticator_app_setups')
      .values({ person_id: account.personId, ...setup })
      .onConflict((same) => same.column('person_id').doUpdateSet(setup))
      .execute()
  })
  return { key, uri: appKeyUri(key, account.email) }
}

/** Adds the authenticator app that shows this code. It replaces an earlier app. The code cannot be used again. */
export const addAuthenticatorApp: SignedInAction<typeof addEndpoint> = (_, context, { code }) =>
  context.transact(async (tx) => {
    const { personId } = context.caller
    const account = await lockAccount(tx, { personId })
    if (account === undefined) throw new Failure('not_signed_in')
    await lockSession(tx, context.caller)
    const setup = await setupOf(tx, personId)
    const step = setup === undefined ? null : timeStepOf(code, setup.secret, setup.now)
    if (setup === undefined || step === null) throw new Failure('wrong_second_factor')
    await tx
      .deleteFrom('second_factors')
      .where('person_id', '=', personId)
      .where('kind', '=', 'authenticator_app')
      .execute()
    const device = deviceName(context.request.userAgent)
    await tx
      .insertInto('second_factors')
      .values({
        person_id: personId,
        kind: 'authenticator_app',
        device,
        secret: setup.secret,
        last_time_step: step,
      })
      .execute()
    return finishAddingFactor(tx, account, { factor: 'authenticator_app', device })
  })

function setupOf(tx: Tx, personId: string) {
  return tx
    .selectFrom('authenticator_app_setups')
    .where('person_id', '=', personId)
    .where('expires_at', '>', databaseNow)
    .select(['secret', sql<number>`extract(epoch from minbar_now())::float8`.as('now')])
    .executeTakeFirst()
}
