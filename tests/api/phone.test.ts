import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb, removeKhateeb } from '../../contract/assignments.ts'
import { getKhateebDetails } from '../../contract/directory.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { insertMember } from '../runtime/add-member.ts'
import { clientOf } from '../runtime/app.ts'
import { newMasjid, type TestAccount } from '../runtime/people.ts'
import { insertSessionOfPerson, withPermanentSession } from '../runtime/session.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  rejectKhateeb,
  requestSlot,
  revokeRequest,
  type Slot,
  withdrawFrom,
} from '../runtime/slots.ts'
import { findPhoneInResponse, khateebPhone, startFixture } from './fixture.ts'
import { setUpScenario } from './scenario.ts'

let slot: Slot

const fixture = await startFixture()
const { masjid, khateeb } = fixture

/** Posts one slot, and sets the clock to ten days before it. */
beforeEach(async () => {
  await fixture.setNow('2027-06-01T12:00:00Z')
  await setUpScenario(fixture, 'open')
  slot = await postSlot(masjid, '13:30', '2027-06-11')
})

async function phoneFor(viewer: TestAccount): Promise<string | null> {
  return (await viewer.client.call(getKhateebDetails, { id: khateeb.uid })).phone
}

describe('the phone of a khateeb', () => {
  test('is visible to the masjid while his request is pending, and not after it was rejected or revoked', async () => {
    expect(await phoneFor(masjid)).toBeNull()
    await requestSlot(khateeb, slot)
    expect(await phoneFor(masjid)).toBe(khateebPhone)
    await rejectKhateeb(masjid, khateeb, slot)
    expect(await phoneFor(masjid)).toBeNull()
    await requestSlot(khateeb, slot)
    expect(await phoneFor(masjid)).toBe(khateebPhone)
    await revokeRequest(khateeb, slot)
    expect(await phoneFor(masjid)).toBeNull()
  })

  test('is never visible to a viewer', async () => {
    const personId = await insertMember(fixture.database.db, masjid.uid, 'viewer')
    const { token } = await insertSessionOfPerson(fixture.database, personId)
    const viewer = clientOf(fixture.baseUrl, token)
    const seen = { phone: null, phoneReason: null, nextPhoneWindow: null }
    await requestSlot(khateeb, slot)
    expect(await viewer.call(getKhateebDetails, { id: khateeb.uid })).toMatchObject(seen)
    await approveKhateeb(masjid, khateeb, slot)
    expect(await viewer.call(getKhateebDetails, { id: khateeb.uid })).toMatchObject(seen)
    await fixture.setNow('2027-06-11T12:00:00Z')
    expect(await viewer.call(getKhateebDetails, { id: khateeb.uid })).toMatchObject(seen)
  })

  test('is not visible to a masjid that has only invited him', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    expect(await phoneFor(masjid)).toBeNull()
  })

  test('is not visible after the requested slot has begun', async () => {
    await requestSlot(khateeb, slot)
    await fixture.setNow('2027-06-11T17:30:00.000Z')
    expect(await phoneFor(masjid)).toBe(khateebPhone)
    await fixture.setNow('2027-06-11T17:30:00.001Z')
    expect(await phoneFor(masjid)).toBeNull()
  })

  test('is not visible to the masjid if the khutbah is more than three days away, or after a removal or withdrawal', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await phoneFor(masjid)).toBeNull()
    await fixture.setNow('2027-06-10T12:00:00Z')
    expect(await phoneFor(masjid)).toBe(khateebPhone)
    await masjid.client.call(removeKhateeb, slot)
    expect(await phoneFor(masjid)).toBeNull()

    await confirmKhateeb(masjid, khateeb, slot)
    expect(await phoneFor(masjid)).toBe(khateebPhone)
    await withdrawFrom(khateeb, slot)
    expect(await phoneFor(masjid)).toBeNull()

    await confirmKhateeb(masjid, khateeb, slot)
    await masjid.client.call(removeSlot, slot)
    expect(await phoneFor(masjid)).toBeNull()
  })

  test('is not visible for the new date of a moved slot until he agrees to it', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    const tomorrow = { toDate: '2027-06-02', toTime: '13:30' }
    await masjid.client.call(moveSlot, { ...slot, masjidUid: 'me', ...tomorrow })
    expect(await masjid.client.call(getKhateebDetails, { id: khateeb.uid })).toMatchObject({
      phone: null,
      nextPhoneWindow: { khutbahDate: '2027-06-11', from: '2027-06-08' },
    })
    const moved = { masjidUid: masjid.uid, khutbahDate: tomorrow.toDate, khutbahTime: tomorrow.toTime }
    await khateeb.client.call(reconfirmKhateeb, {
      khateebUid: 'me',
      seenStart: '2027-06-02T17:30:00.000Z',
      ...moved,
    })
    expect(await phoneFor(masjid)).toBe(khateebPhone)
  })

  test('stays visible for the date that he agreed to while a later date awaits his answer', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await fixture.setNow('2027-06-10T12:00:00Z')
    await masjid.client.call(moveSlot, { ...slot, masjidUid: 'me', toDate: '2027-07-02', toTime: '13:30' })
    expect(await phoneFor(masjid)).toBe(khateebPhone)
  })
})

test('the details of a khateeb show why the masjid sees the phone, or from which date the masjid will see it', async () => {
  const explain = async () => {
    const { phoneReason, nextPhoneWindow } = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    return { phoneReason, nextPhoneWindow }
  }
  const khutbahDate = '2027-06-11'
  expect(await explain()).toEqual({ phoneReason: null, nextPhoneWindow: null })
  await requestSlot(khateeb, slot)
  expect(await explain()).toEqual({ phoneReason: { why: 'requested', khutbahDate }, nextPhoneWindow: null })
  await approveKhateeb(masjid, khateeb, slot)
  expect(await explain()).toEqual({ phoneReason: null, nextPhoneWindow: { khutbahDate, from: '2027-06-08' } })
  await fixture.setNow('2027-06-08T12:00:00Z')
  expect(await explain()).toEqual({ phoneReason: { why: 'confirmed', khutbahDate }, nextPhoneWindow: null })
})

/** ZIP, time zone, date of a khutbah, and the first and last instant of the seven days around that date. */
const weeks = [
  ['48126', 'America/Detroit', '2027-06-11', '2027-06-08T04:00:00.000Z', '2027-06-15T03:59:59.999Z'],
  ['96910', 'Pacific/Guam', '2027-06-11', '2027-06-07T14:00:00.000Z', '2027-06-14T13:59:59.999Z'],
  ['96799', 'Pacific/Pago_Pago', '2027-06-11', '2027-06-08T11:00:00.000Z', '2027-06-15T10:59:59.999Z'],
  ['85004', 'America/Phoenix', '2027-06-11', '2027-06-08T07:00:00.000Z', '2027-06-15T06:59:59.999Z'],
  // In the two weeks below, the clocks change, so one day has 23 or 25 hours.
  ['48126', 'America/Detroit', '2027-03-12', '2027-03-09T05:00:00.000Z', '2027-03-16T03:59:59.999Z'],
  ['48126', 'America/Detroit', '2027-11-05', '2027-11-02T04:00:00.000Z', '2027-11-09T04:59:59.999Z'],
] as const

test.each(weeks)(
  'a masjid in %s (%s) sees the phone from three local days before to three local days after the khutbah of %s',
  async (zipCode, _, date, first, last) => {
    await fixture.setNow('2027-02-01T12:00:00Z')
    const here = await withPermanentSession(fixture, await newMasjid(fixture.baseUrl, { zipCode }))
    await confirmKhateeb(here, khateeb, await postSlot(here, '13:30', date))
    const shown: (string | null)[] = []
    for (const instant of [Date.parse(first) - 1, first, last, Date.parse(last) + 1]) {
      await fixture.setNow(new Date(instant).toISOString())
      shown.push(await phoneFor(here))
      expect(await phoneFor(masjid)).toBeNull()
    }
    expect(shown).toEqual([null, khateebPhone, khateebPhone, null])
  },
)

test('a response with a phone has the header Cache-Control: no-store', async () => {
  const url = `/get_khateeb_details/${khateeb.uid}`
  const response = await fixture.send({ url, token: khateeb.token })
  expect(findPhoneInResponse(response)).toBe(khateebPhone)
  expect(response.headers.get('cache-control')).toBe('no-store')
})
