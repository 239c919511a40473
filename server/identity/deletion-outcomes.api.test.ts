import { expect, test } from 'vitest'
import { addMasjid, deleteAccount, getDeletionOutcomes, getSession, signIn } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { runOperatorCommand } from './operator-command.ts'

const app = await startApp()

test('getDeletionOutcomes returns “prevents” for a suspended masjid whose only owner is the caller', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  const { uid } = await khateeb.client.call(addMasjid, {
    masjidName: 'Masjid an-Nur',
    masjidAddress: '2 Oak Avenue',
    zipCode: '48126',
    phone: '(313) 555-0144',
    website: '',
  })
  await app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))
  const { email, name } = khateeb
  // The suspension has ended the session, so sign in again.
  const client = app.client((await app.client().call(signIn, { email, password })).token)
  expect((await client.call(getSession, {}))?.parties).toMatchObject([{ name }])
  const { parties } = await client.call(getDeletionOutcomes, {})
  expect(parties).toMatchObject([
    { name, outcome: 'deleted' },
    { uid, name: 'Masjid an-Nur', outcome: 'prevents' },
  ])
  await expect(client.call(deleteAccount, { password })).rejects.toMatchObject({ code: 'last_owner' })
})
