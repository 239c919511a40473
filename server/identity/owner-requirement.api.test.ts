import { expect, test } from 'vitest'
import { deleteAccount, signIn } from '../../contract/identity.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { getSecondFactors } from '../../contract/second-factor.ts'
import { insertMember } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
import { addSoftwareAuthenticator } from '../../tests/runtime/second-factors.ts'
import { findAccount } from './accounts.ts'

const app = await startApp({ env: { OWNERS_NEED_SECOND_FACTOR: 'yes' } })

const secondFactorNeeded = { status: 403, code: 'owner_needs_second_factor' }

test('an owner without a required second factor learns at sign-in that one is needed, and cannot change the masjid or delete the account', async () => {
  const { email, client } = await newMasjid(app.baseUrl)
  expect(await app.client().call(signIn, { email, password })).toMatchObject({ needsSecondFactor: true })
  expect(await client.call(getSecondFactors, {})).toMatchObject({ required: true })
  await expect(client.call(deleteAccount, { password })).rejects.toMatchObject(secondFactorNeeded)
  await expect(client.call(updateMasjid, { uid: 'me', website: '' })).rejects.toMatchObject(
    secondFactorNeeded,
  )
  const { recoveryCodes } = await addSoftwareAuthenticator(client)
  expect(await client.call(getSecondFactors, {})).toMatchObject({ required: false })
  const signedIn = await app.client().call(signIn, { email, password, code: recoveryCodes[0] })
  expect(signedIn).not.toHaveProperty('needsSecondFactor')
  await client.call(updateMasjid, { uid: 'me', website: '' })
  await client.call(deleteAccount, { password, code: recoveryCodes[1] })
})

test('a khateeb needs no second factor when owners need one', async () => {
  const { email, client } = await newKhateeb(app.baseUrl)
  expect(await app.client().call(signIn, { email, password })).not.toHaveProperty('needsSecondFactor')
  await client.call(deleteAccount, { password })
})

test('a scheduler needs no second factor when owners need one', async () => {
  const { email, uid } = await newMasjid(app.baseUrl)
  const { db } = app.database
  await insertMember(db, uid, 'owner')
  await db
    .updateTable('memberships')
    .set({ role: 'scheduler' })
    .where('person_id', '=', (await findAccount(db, { email }))?.personId ?? '')
    .execute()
  expect(await app.client().call(signIn, { email, password })).not.toHaveProperty('needsSecondFactor')
})

test('an owner needs no second factor if the operator does not require it', async () => {
  const relaxed = await startApp()
  const { email, client } = await newMasjid(relaxed.baseUrl)
  expect(await relaxed.client().call(signIn, { email, password })).not.toHaveProperty('needsSecondFactor')
  expect(await client.call(getSecondFactors, {})).toMatchObject({ required: false })
  await client.call(deleteAccount, { password })
})
