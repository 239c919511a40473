import { expect, vi } from 'vitest'
import { sendVerification } from '../../../contract/account-email.ts'
import { confirmEmail, undoEmailChange } from '../../../contract/email-change.ts'
import { sendPasswordReset } from '../../../contract/identity.ts'
import { getSecondFactors, removeSecondFactor } from '../../../contract/second-factor.ts'
import { runOperatorCommand } from '../../../server/identity/operator-command.ts'
import { requestEmailChange, tokenInLetter } from '../../runtime/email-changes.ts'
import { changePasswordOf, password, type TestAccount } from '../../runtime/people.ts'
import { queuedLetters } from '../../runtime/queued-letters.ts'
import { addSoftwareAuthenticator } from '../../runtime/second-factors.ts'
import { newEmail, type World } from './world.ts'

/** Makes the calls that queue letters about accounts. Sends the letters with links while the links still work. */
export async function sendAccountLetters(world: World): Promise<void> {
  const { app, otherKhateeb, dispatch } = world
  const { email } = otherKhateeb
  await otherKhateeb.client.call(sendVerification, {})
  await otherKhateeb.client.call(sendPasswordReset, { email })
  await vi.waitFor(async () =>
    expect(await queuedLetters(app.database, email, 'password_reset')).toHaveLength(1),
  )
  await dispatch()
  const signedIn = await changePasswordOf(app.baseUrl, otherKhateeb)
  await changeSecondFactors(world, signedIn)
  await requestEmailChange(signedIn, newEmail)
  const token = await tokenInLetter(app, newEmail, 'confirm_email')
  await dispatch()
  await app.client().call(confirmEmail, { token })
  const undoToken = await tokenInLetter(app, email, 'email_changed')
  await app.client().call(undoEmailChange, { token: undoToken })
}

async function changeSecondFactors({ app, masjid }: World, { client }: TestAccount): Promise<void> {
  const { recoveryCodes } = await addSoftwareAuthenticator(client)
  const { factors } = await client.call(getSecondFactors, {})
  const [id = ''] = factors.map((it) => it.id)
  await client.call(removeSecondFactor, { id, password, code: recoveryCodes[0] })
  await addSoftwareAuthenticator(masjid.client)
  await app.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: masjid.uid }, { kind: 'remove_second_factors' }),
  )
}
