import type {
  addPasskey as addEndpoint,
  startAddingPasskey as startEndpoint,
} from '../../contract/second-factor.ts'
import { deviceName } from '../../domain/identity/device-name.ts'
import { Failure } from '../http/failure.ts'
import { lockSession } from '../http/lock-session.ts'
import { lockAccount } from './accounts.ts'
import type { SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { finishAddingFactor } from './finish-adding-factor.ts'
import { credentialIdsOf } from './second-factor/factors.ts'
import { newChallenge, takeChallenge } from './second-factor/passkey-challenges.ts'
import { verifyNewPasskey } from './second-factor/passkey-verification.ts'

const maxPasskeys = 20

/** Creates a challenge for a new passkey. Throws `not_found` if passkeys are not available. */
export const startAddingPasskey: SignedInAction<typeof startEndpoint> = async (parts, context, input) => {
  const { passkeySite } = parts
  if (passkeySite === null) throw new Failure('not_found')
  const account = await reauthenticate(parts, context, input)
  const { personId, email, nameInLetters: displayName } = account
  return context.transact(async (tx) => {
    await lockIfPasswordUnchanged(tx, account)
    const existing = await credentialIdsOf(tx, personId)
    if (existing.length >= maxPasskeys) throw new Failure('too_many_passkeys')
    const challenge = await newChallenge(tx, 'add', personId)
    const id = Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url')
    return { challenge, domain: passkeySite.domain, user: { id, name: email, displayName }, existing }
  })
}

/** Adds the passkey that has signed the challenge of `startAddingPasskey`. */
export const addPasskey: SignedInAction<typeof addEndpoint> = async (
  { passkeySite },
  context,
  { newPasskey },
) => {
  if (passkeySite === null) throw new Failure('not_found')
  const { caller, database, request } = context
  const { personId } = caller
  const challenge = await takeChallenge(database, newPasskey.clientData, 'add', personId)
  const passkey = challenge && (await verifyNewPasskey(passkeySite, challenge, newPasskey))
  if (!passkey) throw new Failure('wrong_second_factor')
  return context.transact(async (tx) => {
    const account = await lockAccount(tx, { personId })
    if (account === undefined) throw new Failure('not_signed_in')
    await lockSession(tx, caller)
    if ((await credentialIdsOf(tx, personId)).length >= maxPasskeys) throw new Failure('too_many_passkeys')
    const { id: credential_id, publicKey: public_key, counter } = passkey
    const device = deviceName(request.userAgent)
    const added = await tx
      .insertInto('second_factors')
      .values({ person_id: personId, kind: 'passkey', device, credential_id, public_key, counter })
      // An authenticator never creates the same credential twice. So if the credential exists, the response is repeated or stolen.
      .onConflict((same) => same.column('credential_id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw new Failure('wrong_second_factor')
    return finishAddingFactor(tx, account, { factor: 'passkey', device })
  })
}
