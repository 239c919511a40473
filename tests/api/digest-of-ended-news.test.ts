import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import {
  approveKhateeb,
  fridayInJune,
  inviteKhateeb,
  postSlot,
  rejectInviteTo,
  requestSlot,
  withdrawFrom,
} from '../runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

/** Sends the due letters. Returns the subjects of the letters to the khateeb. */
async function sendAndReadSubjects(): Promise<string[]> {
  return (await sendAndCollectLettersTo(app.database, khateeb, 10)).map((it) => it.subject)
}

const start = Date.parse(`${fridayInJune}T12:00:00Z`)

beforeEach(async () => {
  await app.setNow(new Date(start).toISOString())
  masjid = await withPermanentSession(app, await newMasjid(app.baseUrl))
  khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  // The first news of the hour is sent at once, so the hourly limit holds back later news.
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '08:00'))
  await sendAndReadSubjects()
})

const moveClockByHour = () => app.setNow(new Date(start + 61 * 60_000).toISOString())

test('an invite that the hourly limit holds back is sent only if it is still unanswered', async () => {
  const [answered, waiting] = [await postSlot(masjid, '10:00'), await postSlot(masjid, '12:00')]
  for (const slot of [answered, waiting]) await inviteKhateeb(masjid, khateeb, slot)
  expect(await sendAndReadSubjects()).toEqual([])
  await rejectInviteTo(khateeb, answered)
  await moveClockByHour()
  expect(await sendAndReadSubjects()).toEqual([expect.stringContaining('invites you to give the khutbah')])
  await app.setNow(null)
})

test('an approval that the hourly limit holds back is not sent after the khateeb has withdrawn', async () => {
  const slot = await postSlot(masjid, '10:00')
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
  expect(await sendAndReadSubjects()).toEqual([])
  await withdrawFrom(khateeb, slot)
  await moveClockByHour()
  expect(await sendAndReadSubjects()).toEqual([])
  await app.setNow(null)
})
