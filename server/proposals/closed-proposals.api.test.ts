import { beforeEach, describe, expect, test } from 'vitest'
import { getKhateebDetails, getMasjid, getMasjidDetails, getUser } from '../../contract/directory.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { blockAccount } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmKhateeb,
  friday,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

let masjid: TestAccount
let other: TestAccount
let khateeb: TestAccount
let rival: TestAccount
/** At one hour: a slot of `masjid`, and one of `other`. */
let slot: Slot
let overlapping: Slot
const app = await startApp()

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  other = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  rival = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
  overlapping = await postSlot(other, '13:30')
})

/** When and where a slot of the tests starts: in December, in Michigan. */
const startAt = (utcTime: string) => ({
  startsAt: `${friday}T${utcTime}:00.000Z`,
  timeZone: 'America/Detroit',
})

const own = { uid: 'me' }
const recordOfKhateeb = () => khateeb.client.call(getUser, own)
const recordOfMasjid = () => masjid.client.call(getMasjid, own)

async function letterTo(recipient: TestAccount, kind: string): Promise<unknown> {
  const letter = app.database.reader.selectFrom('letters').where('recipient', '=', recipient.email)
  return (await letter.where('kind', '=', kind).select('props').executeTakeFirstOrThrow()).props
}

describe('accepting an invite', () => {
  beforeEach(async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await inviteKhateeb(other, khateeb, overlapping)
    await requestSlot(rival, slot)
  })

  test('says before how many other invites and requests of the khateeb it closes', async () => {
    const later = await postSlot(other, '15:00')
    await inviteKhateeb(other, khateeb, later)
    const { invites } = await recordOfKhateeb()
    expect(invites.map((it) => [it.khutbahTime, it.closesCount])).toEqual([
      ['13:00', { invites: 1, requests: 0 }],
      ['13:30', { invites: 1, requests: 0 }],
      ['15:00', { invites: 0, requests: 0 }],
    ])
    const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs[0]?.times[0]?.closesCount).toEqual({ invites: 1, requests: 0 })
  })

  test('answers which ones it closed, without those of the masjid', async () => {
    expect((await acceptInviteTo(khateeb, slot)).closed).toEqual([
      {
        kind: 'invite',
        slotId: expect.any(String),
        masjidName: other.name,
        khutbahDate: friday,
        khutbahTime: '13:30',
        ...startAt('18:30'),
      },
    ])
    expect(await acceptInviteTo(khateeb, slot)).toMatchObject({ changed: false, closed: [] })
  })

  test('tells the masjid by letter which of its own closed', async () => {
    await acceptInviteTo(khateeb, slot)
    expect(await letterTo(masjid, 'invite_accepted')).toMatchObject({
      closed: [
        {
          direction: 'request',
          otherSide: rival.name,
          date: friday,
          time: '13:00',
          timeZone: 'America/Detroit',
        },
      ],
    })
  })

  test('lists the masjid’s own closed proposals in its letter, and sends it no second letter', async () => {
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:30'))
    await acceptInviteTo(khateeb, slot)
    expect(await letterTo(masjid, 'invite_accepted')).toMatchObject({
      closed: [{ direction: 'request' }, { direction: 'invite', otherSide: khateeb.name, time: '13:30' }],
    })
    const letters = await listQueuedLetters(app.database)
    expect(letters).not.toContain(`khateeb_booked_elsewhere to ${masjid.email}`)
    expect(letters).toContain(`khateeb_booked_elsewhere to ${other.email}`)
  })
})

describe('approving a request', () => {
  beforeEach(async () => {
    await requestSlot(khateeb, slot)
    await requestSlot(khateeb, overlapping)
    await requestSlot(rival, slot)
  })

  test('says before how many other requests and invites of the masjid it closes', async () => {
    const { requests } = await recordOfMasjid()
    const oneRequest = { invites: 0, requests: 1 }
    expect(requests.map((it) => it.closesCount)).toEqual([oneRequest, oneRequest])
    const { pendingWithYou } = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    expect(pendingWithYou).toMatchObject([
      { kind: 'request', ifApproved: { closesCount: oneRequest, tooFarFromOther: false } },
    ])
    // The masjid's record has all its slots, so it would count for each of hundreds of requests.
    const { pending } = await slotSeenBy(masjid, slot)
    expect(pending[0]).toEqual({ khateebUid: khateeb.uid, direction: 'request', emailVerified: false })
  })

  test('answers which ones it closed, without those of the khateeb at other masjids', async () => {
    expect((await approveKhateeb(masjid, khateeb, slot)).closed).toEqual([
      {
        kind: 'request',
        slotId: expect.any(String),
        khateebName: rival.name,
        khutbahDate: friday,
        khutbahTime: '13:00',
        ...startAt('18:00'),
      },
    ])
  })

  test('tells the khateeb by letter which of his own closed', async () => {
    await approveKhateeb(masjid, khateeb, slot)
    expect(await letterTo(khateeb, 'request_approved')).toMatchObject({
      closed: [
        {
          direction: 'request',
          otherSide: other.name,
          date: friday,
          time: '13:30',
          timeZone: 'America/Detroit',
        },
      ],
    })
  })
})

describe('a block', () => {
  test('names what it will close on the details of the other side, and answers what it closed', async () => {
    const later = await postSlot(masjid, '15:00')
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, khateeb, later)
    await inviteKhateeb(other, khateeb, overlapping)
    const pending = [
      {
        kind: 'request',
        slotId: expect.any(String),
        khutbahDate: friday,
        khutbahTime: '13:00',
        ...startAt('18:00'),
      },
      {
        kind: 'invite',
        slotId: expect.any(String),
        khutbahDate: friday,
        khutbahTime: '15:00',
        ...startAt('20:00'),
      },
    ]
    const seenByMasjid = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    const ifApproved = { closesCount: { invites: 0, requests: 0 }, tooFarFromOther: false }
    expect(seenByMasjid.pendingWithYou).toEqual([
      { ...pending[0], ifApproved },
      { ...pending[1], ifApproved: null },
    ])
    const seenByKhateeb = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(seenByKhateeb.pendingWithYou).toEqual(pending)
    const seenByRival = await rival.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(seenByRival.pendingWithYou).toEqual([])

    const { closed } = await khateeb.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
    expect(closed.toSorted((a, b) => a.khutbahTime.localeCompare(b.khutbahTime))).toEqual(
      pending.map((it) => ({ ...it, masjidName: masjid.name })),
    )
    expect((await recordOfKhateeb()).invites.map((it) => it.masjidName)).toEqual([other.name])
  })
})

describe('a service too far from another one', () => {
  test('is marked for the invited khateeb and for the masjid that he asks, and can still be agreed', async () => {
    // 150 miles from Dearborn, two and a half hours later.
    const far = await newMasjid(app.baseUrl, { zipCode: '49503' })
    await confirmKhateeb(masjid, khateeb, slot)
    const [soon, inTime] = [await postSlot(far, '15:30'), await postSlot(far, '22:00')]
    const service = {
      slotId: expect.any(String),
      masjidName: masjid.name,
      khutbahDate: friday,
      khutbahTime: '13:00',
      distance: expect.closeTo(135, -1),
      ...startAt('18:00'),
    }
    const slots = async () =>
      (await khateeb.client.call(getMasjidDetails, { masjidId: far.uid })).khutbahs[0]?.times
    expect((await slots())?.map((it) => [it.canRequest, it.tooFarFrom])).toEqual([
      [true, service],
      [true, null],
    ])
    await inviteKhateeb(far, khateeb, soon)
    await requestSlot(khateeb, inTime)
    expect((await recordOfKhateeb()).invites[0]?.tooFarFrom).toEqual(service)
    const { requests } = await far.client.call(getMasjid, own)
    expect(requests.map((it) => it.tooFarFromOther)).toEqual([false])
    // Whom it has invited, the masjid does not learn where else they are confirmed.
    const { pendingWithYou } = await far.client.call(getKhateebDetails, { id: khateeb.uid })
    expect(pendingWithYou.map((it) => [it.kind, it.ifApproved?.tooFarFromOther])).toEqual([
      ['invite', undefined],
      ['request', false],
    ])
    expect(await acceptInviteTo(khateeb, soon)).toMatchObject({ state: 'accepted' })
  })

  test('stays marked on both of the khateeb’s confirmed slots', async () => {
    const far = await newMasjid(app.baseUrl, { zipCode: '49503' })
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(far, khateeb, await postSlot(far, '15:30'))
    await confirmKhateeb(far, khateeb, await postSlot(far, '22:00'))
    const confirmed = await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })
    expect(
      confirmed.map((it) => [it.time.time, it.tooFarFrom?.masjidName, it.tooFarFrom?.khutbahTime]),
    ).toEqual([
      ['13:00', far.name, '15:30'],
      ['15:30', masjid.name, '13:00'],
      ['22:00', undefined, undefined],
    ])
    const [first] = await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me', limit: 1 })
    expect(first?.tooFarFrom?.khutbahTime).toBe('15:30')
  })
})
