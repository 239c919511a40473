import { beforeEach, describe, expect, test } from 'vitest'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { getMasjid, updateMasjid, updateUser } from '../../contract/own-records.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { startApp } from '../runtime/app.ts'
import { auditEventsOf } from '../runtime/audit-events.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'

const app = await startApp()
let masjid: TestAccount

const setVerified = ({ uid }: TestAccount, on = true) =>
  app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'verify', on }))

const change = (changes: Omit<RawInputOf<typeof updateMasjid>, 'uid'>) =>
  masjid.client.call(updateMasjid, { uid: 'me', ...changes })

const isVerified = async () => (await masjid.client.call(getMasjid, { uid: 'me' })).verified

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  await setVerified(masjid)
})

describe('a verified masjid', () => {
  test('loses its verified badge with a new name, and the loss is audited', async () => {
    expect(await change({ masjidName: 'Another name' })).toMatchObject({ verified: false })
    expect(await auditEventsOf(app.database, [masjid])).toEqual([
      'operator: account_verified',
      `${masjid.name}: profile_changed [masjidName]`,
      'minbar: account_unverified',
    ])
    await change({ masjidName: masjid.name })
    expect(await isVerified()).toBe(false)
  })

  test('loses its verified badge if it moves more than 50 miles away, even in small steps', async () => {
    // The masjid moves 30 miles from Dearborn to Ann Arbor, and then 35 miles to Jackson, which is more than 50 miles from Dearborn.
    expect(await change({ zipCode: '48104' })).toMatchObject({ verified: true })
    expect(await change({ zipCode: '49201' })).toMatchObject({ verified: false })
  })

  test('stays verified with another address, phone or website', async () => {
    await change({ masjidAddress: '2 Oak Avenue', phone: '3135550111', website: 'www.minbar.example' })
    expect(await isVerified()).toBe(true)
  })

  test('stays verified within 50 miles of the place where it was last verified', async () => {
    await change({ zipCode: '60601' })
    await setVerified(masjid)
    expect(await change({ masjidName: masjid.name, zipCode: '60602' })).toMatchObject({ verified: true })
    expect(await change({ zipCode: '48126' })).toMatchObject({ verified: false })
  })
})

test('a masjid without the verified badge can change its name', async () => {
  await setVerified(masjid, false)
  expect(await change({ masjidName: 'Another name' })).toMatchObject({ verified: false })
})

test('a verified khateeb loses the badge with a new name, but not with a new ZIP, and the loss is audited', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  await setVerified(khateeb)
  const set = (changes: Omit<RawInputOf<typeof updateUser>, 'uid'>) =>
    khateeb.client.call(updateUser, { uid: 'me', ...changes })
  expect(await set({ bio: 'Teaches on Sundays.', zipCode: '60601' })).toMatchObject({ verified: true })
  expect(await set({ firstName: 'Another' })).toMatchObject({ verified: false })
  expect((await auditEventsOf(app.database, [khateeb])).slice(-2)).toEqual([
    `${khateeb.name}: profile_changed [firstName] (${khateeb.name})`,
    `minbar: account_unverified (${khateeb.name})`,
  ])
})
