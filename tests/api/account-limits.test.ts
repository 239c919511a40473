import { describe, expect } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { markKhateeb } from '../../contract/our-khateebs.ts'
import { createLink } from '../../server/identity/single-use-links.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { openTestSession } from '../runtime/session.ts'
import {
  acceptInviteTo,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  revokeInviteOf,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import { expectRefusal } from './raw-call.ts'

const [changeLimit, proposalLimit, unconfirmedLimit] = [9, 7, 5]

const app = await startApp({
  env: {
    LIMIT_CHANGE: `${changeLimit}/3600`,
    LIMIT_PROPOSAL: `${proposalLimit}/3600`,
    LIMIT_UNCONFIRMED_PROPOSAL: `${unconfirmedLimit}/86400`,
    TRUST_PROXY: '127.0.0.1',
  },
})
const test = testWithPeople(app)

const signedInEndpoints = endpoints.filter((it) => it.access !== 'anyone')

test('every signed-in call that changes something declares an account limit', () => {
  const without = signedInEndpoints.filter((it) => it.method !== 'GET' && it.accountLimit === undefined)
  // These POST calls only read, or do nothing (`notify_masjid`), so they have no account limit.
  expect(without.map((it) => it.name)).toEqual([
    'check_user_role',
    'get_my_khutbahs',
    'check_khateeb_assignment',
    'preview_plan',
    'notify_masjid',
  ])
})

let addresses = 0
const headersOfNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${(addresses += 1)}` })

const limitedEndpoints = signedInEndpoints.filter((it) => it.accountLimit !== undefined)

test.for(limitedEndpoints)(
  '$name is refused above the account limit, from any address, before the body is read',
  async ({ method, path, access, accountLimit }, { masjid, khateeb }) => {
    const { uid } = 'masjid' in Object(access) ? masjid : khateeb
    const token = await openTestSession(app.database, uid)
    const url = path.replace(/\{\w+\}/g, 'x')
    const call = (by: string | undefined) =>
      app.send({ method, url, body: '{', headers: headersOfNewAddress(), token: by })
    await confirmEmail(uid)
    const allowed = accountLimit === 'proposal' ? proposalLimit : changeLimit
    for (let time = 0; time < allowed; time += 1) expectRefusal(await call(token), 400)
    const refused = await call(token)
    expectRefusal(refused, 429, 'too_many_requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expectRefusal(await call(undefined), 401)
    const another = 'masjid' in Object(access) ? await newMasjid(app.baseUrl) : await newKhateeb(app.baseUrl)
    expectRefusal(await call(another.token), 400)
  },
)

async function confirmEmail(uid: string): Promise<void> {
  const token = await app.database.transaction(async (tx) =>
    createLink(tx, await personIdOf(tx, uid), 'verify_email'),
  )
  await app.client().call(verifyEmail, { token })
}

const tooManyRequests = { status: 429, code: 'too_many_requests' }

describe('the limits of an account', () => {
  test('count all changes together, including proposals', async ({ masjid, khateeb }) => {
    await confirmEmail(masjid.uid)
    const slot = await postSlot(masjid)
    for (let time = 0; time < changeLimit - 2; time += 1) await postSlot(masjid)
    await inviteKhateeb(masjid, khateeb, slot)
    await expect(postSlot(masjid)).rejects.toMatchObject(tooManyRequests)
    await expect(revokeInviteOf(masjid, khateeb, slot)).rejects.toMatchObject(tooManyRequests)
  })

  test('hold for concurrent calls', async ({ masjid }) => {
    const posting = Array.from({ length: changeLimit + 6 }, () =>
      masjid.client
        .call(addKhutbah, { masjidUid: 'me', date: friday, times: ['13:00'] })
        .then(() => 200)
        .catch(({ status }) => status),
    )
    const statuses = await Promise.all(posting)
    expect(statuses.filter((it) => it === 200)).toHaveLength(changeLimit)
    expect(statuses.filter((it) => it === 429)).toHaveLength(6)
  })
})

const emailUnconfirmed = { status: 429, code: 'email_unconfirmed' }

/** Sends as many requests as a khateeb with an unconfirmed email may send in a day. */
async function useUpProposals(khateeb: TestAccount, masjid: TestAccount): Promise<void> {
  for (let week = 1; week <= unconfirmedLimit; week += 1) {
    await requestSlot(khateeb, await postSlot(masjid, '13:00', fridayAfter(week)))
  }
}

describe('an account with an unconfirmed email', () => {
  test('can send five proposals a day', async ({ masjid, khateeb }) => {
    await useUpProposals(khateeb, masjid)
    const sixth = requestSlot(khateeb, await postSlot(masjid))
    await expect(sixth).rejects.toMatchObject({ ...emailUnconfirmed, retryAfter: expect.closeTo(86_400, -2) })
  })

  test('can send more than five proposals a day after confirming its email', async ({ masjid, khateeb }) => {
    await useUpProposals(khateeb, masjid)
    await confirmEmail(khateeb.uid)
    expect(await requestSlot(khateeb, await postSlot(masjid))).toMatchObject({ state: 'pending' })
  })

  test('gets 429 for a sixth proposal before the body is read', async ({ masjid, khateeb }) => {
    await useUpProposals(khateeb, masjid)
    expectRefusal(
      await app.send({ url: '/add_khutbah_request', body: '{', token: khateeb.token }),
      429,
      'email_unconfirmed',
    )
  })

  test('can still send proposals after refused calls', async ({ masjid, khateeb }) => {
    const slot = await postSlot(masjid)
    const notThere = { ...slot, khutbahTime: '23:00' }
    for (let time = 0; time < unconfirmedLimit; time += 1) {
      await expect(requestSlot(khateeb, notThere)).rejects.toMatchObject({ status: 404 })
    }
    expect(await requestSlot(khateeb, slot)).toMatchObject({ state: 'pending' })
  })

  test('uses up its limit of proposals by marking khateebs as approved, but not by writing notes about khateebs', async ({
    masjid,
    khateeb,
  }) => {
    const change = { masjidUid: 'me', khateebUid: khateeb.uid } as const
    for (let time = 0; time < unconfirmedLimit; time += 1)
      await masjid.client.call(markKhateeb, { ...change, mark: 'approved' })
    await expect(masjid.client.call(markKhateeb, { ...change, mark: 'approved' })).rejects.toMatchObject(
      emailUnconfirmed,
    )
    expect(await masjid.client.call(markKhateeb, { ...change, note: 'Speaks Urdu.' })).toEqual({
      changed: true,
    })
  })

  test('can still answer proposals after it has sent five', async ({ masjid, khateeb }) => {
    await useUpProposals(khateeb, masjid)
    const slot = await postSlot(masjid)
    await confirmEmail(masjid.uid)
    await inviteKhateeb(masjid, khateeb, slot)
    expect(await acceptInviteTo(khateeb, slot)).toMatchObject({ state: 'accepted' })
  })
})
