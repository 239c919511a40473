import { describe, expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { insertKhateebs } from '../runtime/insert-people.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmByInvite, friday, fridayAfter, inviteKhateeb, postSlot } from '../runtime/slots.ts'

const app = await startApp()
const masjid = await newMasjid(app.baseUrl)
const khateeb = await newKhateeb(app.baseUrl)

const fridays = [friday, fridayAfter(1), fridayAfter(2)]

describe('the lists of a record', async () => {
  // Post the slots in reverse order, because lists must be sorted by the start of the slot, not by the time of the proposal.
  for (const date of fridays.toReversed())
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', date))
  const crowd = await insertKhateebs(app.database, 3)
  for (const { token } of crowd) {
    const asked = { khateebId: 'me', masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
    await app.client(token).call(requestToLead, asked)
  }

  test('have the requested length, the soonest slot first, and a total count', async () => {
    const khateebRecord = await khateeb.client.call(getUser, { uid: 'me', invites: '2' })
    expect(khateebRecord.invites.map((it) => it.khutbahDate)).toEqual(fridays.slice(0, 2))
    expect(khateebRecord).toMatchObject({ inviteCount: 3, sentRequests: [], sentRequestCount: 0 })

    const masjidRecord = await masjid.client.call(getMasjid, { uid: 'me', requests: '1', sentInvites: '2' })
    expect(masjidRecord.requests).toMatchObject([{ requesterId: crowd[0]?.uid }])
    expect(masjidRecord.sentInvites.map((it) => it.khutbahDate)).toEqual(fridays.slice(0, 2))
    expect(masjidRecord).toMatchObject({ requestCount: 3, sentInviteCount: 3 })
  })

  test('are complete without a requested length', async () => {
    expect((await khateeb.client.call(getUser, { uid: 'me' })).invites).toHaveLength(3)
    const masjidRecord = await masjid.client.call(getMasjid, { uid: 'me' })
    expect([masjidRecord.requests.length, masjidRecord.sentInvites.length]).toEqual([3, 3])
  })

  test('have the requested length, but each slot of the record still has all its pending proposals', async () => {
    const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me', requests: '1', sentInvites: '1' })
    const pending = khutbahs.map(({ times }) =>
      times[0]?.pending.map(({ khateebUid, direction }) => ({ khateebUid, direction })),
    )
    expect(pending).toEqual([
      [
        { khateebUid: khateeb.uid, direction: 'invite' },
        ...crowd.map(({ uid }) => ({ khateebUid: uid, direction: 'request' })),
      ],
      [{ khateebUid: khateeb.uid, direction: 'invite' }],
      [{ khateebUid: khateeb.uid, direction: 'invite' }],
    ])
  })
})

test("the lists of a masjid's upcoming khutbahs and of a khateeb's own khutbahs have the requested length", async () => {
  const otherMasjid = await newMasjid(app.baseUrl)
  const otherKhateeb = await newKhateeb(app.baseUrl)
  for (const date of fridays) {
    const slot = await postSlot(otherMasjid, '13:00', date)
    await confirmByInvite(otherMasjid, otherKhateeb, slot)
  }
  const two = { masjidId: otherMasjid.uid, khutbahs: '2' }
  const first = await otherKhateeb.client.page(getMasjidDetails, two)
  expect(first.items.khutbahs.map((it) => it.date)).toEqual(fridays.slice(0, 2))
  const second = await otherKhateeb.client.page(getMasjidDetails, { ...two, cursor: first.nextCursor ?? '' })
  expect(second.items.khutbahs.map((it) => it.date)).toEqual(fridays.slice(2))
  expect(second.nextCursor).toBeNull()
  const own = await otherKhateeb.client.call(getMyKhutbahs, { khateebUid: 'me', limit: 2 })
  expect(own.map((it) => it.date)).toEqual(fridays.slice(0, 2))
})
