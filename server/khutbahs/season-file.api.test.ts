import { expect } from 'vitest'
import { describeSlots } from '../../contract/khutbahs.ts'
import { updateUser } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import type { TestAccount } from '../../tests/runtime/people.ts'
import { confirmKhateeb, friday, postSlot, requestSlot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { testWithPeople } from '../../tests/runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

/** Downloads the CSV file of the masjid’s season, as a browser does. */
const download = (person: TestAccount | null, search = '') =>
  fetch(`${app.baseUrl}/masjids/me/season.csv${search}`, {
    headers: person === null ? {} : { cookie: `minbar=${person.token}` },
  })

test('a masjid downloads its upcoming slots as a CSV file without phone numbers', async ({
  masjid,
  khateeb,
  rival,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await requestSlot(rival, await postSlot(masjid, '15:00'))
  const { slotId } = await slotSeenBy(masjid, slot)
  await masjid.client.call(describeSlots, {
    masjidUid: 'me',
    slotIds: [slotId],
    language: 'ur',
    note: 'Park behind.',
  })
  const response = await download(masjid)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="khutbahs.csv"')
  const lines = (await response.text()).split('\r\n')
  expect(lines).toEqual([
    'Date,Time,Khateeb,Status,Requests,Invites,Language,Note',
    `${friday},13:00,${khateeb.name},Confirmed,0,0,Urdu,Park behind.`,
    `${friday},15:00,N/A,Open,1,0,,`,
    '',
  ])
})

test('a khateeb’s name that looks like a formula gets an apostrophe in the CSV file of upcoming slots', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await khateeb.client.call(updateUser, { uid: 'me', firstName: '=HYPERLINK("x")', lastName: 'A, B' })
  await confirmKhateeb(masjid, khateeb, slot)
  expect(await (await download(masjid)).text()).toContain(`,"'=HYPERLINK(""x"") A, B",`)
})

test('only a member of the masjid can download the CSV file of its upcoming slots', async ({
  masjid,
  khateeb,
}) => {
  expect((await download(null)).status).toBe(401)
  expect((await download(khateeb)).status).toBe(403)
  expect((await download(khateeb, `?as=${masjid.uid}`)).status).toBe(401)
  expect((await download(masjid, `?as=${masjid.uid}`)).status).toBe(200)
})

test('opening the address of the CSV file without a session redirects to /login, and the login leads back to the screen with the link', async () => {
  const redirectOf = async (headers: Readonly<Record<string, string>>) => {
    const accept = 'text/html,*/*;q=0.8'
    const response = await fetch(`${app.baseUrl}/masjids/me/season.csv`, {
      headers: { accept, ...headers },
      redirect: 'manual',
    })
    return [response.status, response.headers.get('location')]
  }
  const referer = `${app.baseUrl}/masjid-landing?as=1`
  expect(await redirectOf({ referer })).toEqual([302, '/login?next=%2Fmasjid-landing%3Fas%3D1'])
  expect(await redirectOf({ referer: 'https://elsewhere.example/x' })).toEqual([302, '/login'])
  expect(await redirectOf({})).toEqual([302, '/login'])
  // A browser saves the response of a link with `download` as a file. With a redirect, it would save the login page.
  expect(await redirectOf({ 'sec-fetch-dest': 'empty' })).toEqual([401, null])
})
