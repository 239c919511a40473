import { databaseNow } from '../../server/database/database.ts'
import { hashOfCode } from '../../server/identity/second-factor/recovery-codes.ts'
import { newAppKey } from '../../server/identity/second-factor/totp.ts'
import { newToken } from '../../server/tokens.ts'
import { codeOf } from '../runtime/second-factors.ts'
import { farFuture } from '../runtime/session.ts'
import { createSoftwarePasskey } from '../runtime/software-passkey.ts'
import { type Fixture, members, unknownId } from './fixture.ts'
import type { SlotState } from './scenario.ts'

const passkey = createSoftwarePasskey()
const recoveryCode = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ'

/** Inserts the rows with which a caller can add or use second factors. */
export async function setUpSecondFactors(fixture: Fixture, state: SlotState, callerUid: string) {
  const { db } = fixture.database
  const person_id = fixture.personIds[members.find((it) => fixture[it].uid === callerUid) ?? 'khateeb']
  const [signIn, confirm, add] = [newToken(), newToken(), newToken()]
  const expires_at = farFuture
  await db
    .insertInto('passkey_challenges')
    .values([
      { purpose: 'sign_in', challenge_hash: signIn.hash, person_id: null, expires_at },
      { purpose: 'confirm', challenge_hash: confirm.hash, person_id, expires_at },
      { purpose: 'add', challenge_hash: add.hash, person_id, expires_at },
    ])
    .execute()
  const secret = newAppKey()
  const { now } = await db
    .insertInto('authenticator_app_setups')
    .values({ person_id, secret, expires_at })
    .returning(databaseNow.as('now'))
    .executeTakeFirstOrThrow()
  const { credential: credential_id, publicKey: public_key } = passkey
  const factor = {
    person_id,
    kind: 'passkey',
    device: 'a test',
    credential_id,
    public_key,
    counter: 0,
  } as const
  const added = state === 'second factor' && db.insertInto('second_factors').values(factor).returning('id')
  const code_hash = hashOfCode(person_id, recoveryCode.replaceAll('-', ''))
  if (added !== false) await db.insertInto('recovery_codes').values({ person_id, code_hash }).execute()
  return {
    /** The id of the caller's passkey. `unknownId` if the caller has none. */
    factorId: added === false ? unknownId : (await added.executeTakeFirstOrThrow()).id,
    recoveryCode,
    /** The code of the authenticator app that the caller sets up. */
    appCode: codeOf(secret, { now: now.getTime() }),
    /** The passkey's signatures of a sign-in challenge and of a confirmation challenge. */
    signInAssertion: passkey.sign(signIn.token),
    confirmation: passkey.sign(confirm.token),
    newPasskey: createSoftwarePasskey().create(add.token),
  }
}
