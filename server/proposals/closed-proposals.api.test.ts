import { beforeEach, describe, expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { getKhateebDetails, getMasjidDetails } from '../../contract/directory.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
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
import { runOperatorCommand } from '../identity/operator-command.ts'

let masjid: TestAccount
let otherMasjid: TestAccount
let khateeb: TestAccount
let rival: TestAccount
/** A slot of `masjid`. */
let slot: Slot
/** A slot of `otherMasjid` at an hour that overlaps with `slot`. */
let overlappingSlot: Slot
const app = await startApp()

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  otherMasjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  rival = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
  overlappingSlot = await postSlot(otherMasjid, '13:30')
})

/** Returns the start and the time zone of a slot in these tests: in December, in Michigan. */
const startAt = (utcTime: string) => ({
  startsAt: `${friday}T${utcTime}:00.000Z`,
  timeZone: 'America/Detroit',
})

const ownUidInput = { uid: 'me' }
const recordOfKhateeb = () => khateeb.client.call(getUser, ownUidInput)
const recordOfMasjid = () => masjid.client.call(getMasjid, ownUidInput)

async function letterTo(recipient: TestAccount, kind: string): Promise<unknown> {
  const letter = app.database.db.selectFrom('letters').where('recipient', '=', recipient.email)
  return (await letter.where('kind', '=', kind).select('props').executeTakeFirstOrThrow()).props
}

const suspend = ({ uid }: TestAccount) =>
  app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))

describe('an invite', () => {
  beforeEach(async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await inviteKhateeb(otherMasjid, khateeb, overlappingSlot)
    await requestSlot(rival, slot)
  })

  test('shows its khateeb how many of his other proposals close if he accepts', async () => {
    const later = await postSlot(otherMasjid, '15:00')
    await inviteKhateeb(otherMasjid, khateeb, later)
    const { invites } = await recordOfKhateeb()
    expect(invites.map((it) => [it.khutbahTime, it.closesCount])).toEqual([
      ['13:00', { invites: 1, requests: 0 }],
      ['13:30', { invites: 1, requests: 0 }],
      ['15:00', { invites: 0, requests: 0 }],
    ])
    const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs[0]?.times[0]?.closesCount).toEqual({ invites: 1, requests: 0 })
  })

  test('does not count proposals of a suspended masjid among the proposals that close if the khateeb accepts', async () => {
    await suspend(otherMasjid)
    const { invites } = await recordOfKhateeb()
    expect(invites.map((it) => it.closesCount)).toEqual([{ invites: 0, requests: 0 }])
  })

  test('when accepted, returns the khateeb’s closed proposals at other masjids, but not those of other khateebs', async () => {
    expect((await acceptInviteTo(khateeb, slot)).closed).toEqual([
      {
        kind: 'invite',
        slotId: expect.any(String),
        masjidName: otherMasjid.name,
        khutbahDate: friday,
        khutbahTime: '13:30',
        ...startAt('18:30'),
      },
    ])
    expect(await acceptInviteTo(khateeb, slot)).toMatchObject({ changed: false, closed: [] })
  })

  test('when accepted, sends the masjid a letter that lists the closed requests of other khateebs', async () => {
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

  test('when accepted, sends the masjid one letter, which also lists the masjid’s own closed invites', async () => {
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:30'))
    await acceptInviteTo(khateeb, slot)
    expect(await letterTo(masjid, 'invite_accepted')).toMatchObject({
      closed: [{ direction: 'request' }, { direction: 'invite', otherSide: khateeb.name, time: '13:30' }],
    })
    const letters = await listQueuedLetters(app.database)
    expect(letters).not.toContain(`khateeb_booked_elsewhere to ${masjid.email}`)
    expect(letters).toContain(`khateeb_booked_elsewhere to ${otherMasjid.email}`)
  })
})

describe('a request', () => {
  beforeEach(async () => {
    await requestSlot(khateeb, slot)
    await requestSlot(khateeb, overlappingSlot)
    await requestSlot(rival, slot)
  })

  test('shows the masjid the number of its other proposals that an approval would close', async () => {
    const { requests } = await recordOfMasjid()
    const oneRequest = { invites: 0, requests: 1 }
    expect(requests.map((it) => it.closesCount)).toEqual([oneRequest, oneRequest])
    const { pendingWithYou } = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    expect(pendingWithYou).toMatchObject([
      { kind: 'request', ifApproved: { closesCount: oneRequest, tooFarFromOther: false } },
    ])
    // The masjid's record has no such counts for its slots, because they would be computed for each of hundreds of requests.
    const { pending } = await slotSeenBy(masjid, slot)
    expect(pending[0]).toEqual({ khateebUid: khateeb.uid, direction: 'request', emailVerified: false })
  })

  test('does not count proposals of a suspended khateeb among the proposals that an approval would close', async () => {
    await suspend(rival)
    const { requests } = await recordOfMasjid()
    expect(requests.map((it) => it.closesCount)).toEqual([{ invites: 0, requests: 0 }])
  })

  test('when approved, returns the masjid’s closed proposals, but not the khateeb’s proposals at other masjids', async () => {
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

  test('when approved, sends the khateeb a letter that lists his own closed proposals', async () => {
    await approveKhateeb(masjid, khateeb, slot)
    expect(await letterTo(khateeb, 'request_approved')).toMatchObject({
      closed: [
        {
          direction: 'request',
          otherSide: otherMasjid.name,
          date: friday,
          time: '13:30',
          timeZone: 'America/Detroit',
        },
      ],
    })
  })
})

describe('a block', () => {
  test('ends and returns the pending proposals that details have shown before', async () => {
    const later = await postSlot(masjid, '15:00')
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, khateeb, later)
    await inviteKhateeb(otherMasjid, khateeb, overlappingSlot)
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
    expect((await recordOfKhateeb()).invites.map((it) => it.masjidName)).toEqual([otherMasjid.name])
  })
})

describe('a service too far from another one', () => {
  test('is marked as too far in proposals, and an invite to it can still be accepted', async () => {
    // `far` is about 135 miles from Dearborn. Its slot `soon` starts two and a half hours after `slot`.
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
    await requestSlot(khateeb, await postSlot(far, '15:45'))
    await requestSlot(khateeb, inTime)
    expect((await recordOfKhateeb()).invites[0]?.tooFarFrom).toEqual(service)
    const { requests } = await far.client.call(getMasjid, ownUidInput)
    expect(requests.map((it) => it.tooFarFromOther)).toEqual([true, false])
    // The masjid does not learn where a khateeb whom it has invited is confirmed.
    const { pendingWithYou } = await far.client.call(getKhateebDetails, { id: khateeb.uid })
    expect(pendingWithYou.map((it) => [it.kind, it.ifApproved?.tooFarFromOther])).toEqual([
      ['invite', undefined],
      ['request', true],
      ['request', false],
    ])
    expect(await acceptInviteTo(khateeb, soon)).toMatchObject({ state: 'accepted' })
  })

  test('is marked as too far in the list of confirmed khutbahs, and so is the other service', async () => {
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
