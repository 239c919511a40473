import { describe, expect } from 'vitest'
import { removeKhateeb } from '../../contract/assignments.ts'
import { getSlotHistory } from '../../contract/audit.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { password, type TestAccount } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  confirmKhateeb,
  friday,
  postSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { testWithPeople } from '../../tests/runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

const reason = 'My daughter is being born.'

async function withdrawalShownTo(masjid: TestAccount, slot: Slot) {
  return (await slotSeenBy(masjid, slot)).withdrawal
}

async function reasonsInHistory(masjid: TestAccount) {
  const history = await masjid.client.call(getSlotHistory, { uid: 'me' })
  return history.map((it) => [it.event, it.reason])
}

describe('a withdrawal', () => {
  test('is shown to the masjid, with its khateeb, time and reason, until another khateeb is confirmed', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await withdrawalShownTo(masjid, slot)).toBeNull()
    await app.setNow('2026-08-07T16:40:00Z')
    await withdrawFrom(await withPermanentSession(app, khateeb), slot, reason)
    await app.setNow(null)
    expect(await withdrawalShownTo(masjid, slot)).toEqual({
      khateeb: { uid: khateeb.uid, name: khateeb.name },
      at: '2026-08-07T16:40:00.000Z',
      wallClock: { date: '2026-08-07', time: '12:40' },
      reason,
    })
    await confirmKhateeb(masjid, rival, slot)
    expect(await withdrawalShownTo(masjid, slot)).toBeNull()
    const { assignmentId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(removeKhateeb, { ...slot, assignmentId })
    expect(await withdrawalShownTo(masjid, slot)).toBeNull()
  })

  test('has a reason that is in the masjid’s slot history, but not in its public details', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot, reason)
    expect(await reasonsInHistory(masjid)).toEqual([
      ['khateeb_withdrew', reason],
      ['request_accepted', null],
      ['request_sent', null],
      ['slot_posted', null],
    ])
    const details = await rival.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(JSON.stringify(details)).not.toContain(reason)
  })

  test('shows “Former khateeb” and no reason after the khateeb deletes his account', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot, reason)
    await khateeb.client.call(deleteAccount, { password })
    expect(await withdrawalShownTo(masjid, slot)).toMatchObject({
      khateeb: { uid: null, name: 'Former khateeb' },
      reason: null,
    })
    expect(await reasonsInHistory(masjid)).toContainEqual(['khateeb_withdrew', null])
  })
})

test('openThisWeek counts the slots without a khateeb that start within seven days', async ({
  masjid,
  khateeb,
}) => {
  const filled = await postSlot(masjid, '13:00')
  await postSlot(masjid, '14:15')
  await confirmKhateeb(masjid, khateeb, filled)
  const signedIn = await withPermanentSession(app, masjid)
  // 14:15 on a Friday in December is 19:15 in UTC.
  const start = Date.parse(`${friday}T19:15:00Z`)
  const openAt = async (instant: number) => {
    await app.setNow(new Date(instant).toISOString())
    return (await signedIn.client.call(getMasjid, { uid: 'me' })).openThisWeek
  }
  expect(await openAt(start - 168 * 3_600_000)).toBe(0)
  expect(await openAt(start - 168 * 3_600_000 + 1)).toBe(1)
  expect(await openAt(start)).toBe(1)
  await app.setNow(null)
})
