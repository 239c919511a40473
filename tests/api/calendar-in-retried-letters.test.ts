import { sql } from 'kysely'
import { expect } from 'vitest'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { setNews } from '../runtime/news-settings.ts'
import type { TestAccount } from '../runtime/people.ts'
import {
  confirmByInvite,
  confirmKhateeb,
  postSlot,
  requestSlot,
  type Slot,
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import {
  makeHeldLettersDue,
  makeLettersDue,
  moveToHour,
  sendAndListSubjects,
  sendAndReadCalendarFiles,
} from './letters-with-calendar.ts'

const app = await startApp()
const test = testWithPeople(app)

/** Simulates that the events of letters can't be read during `act`. */
async function withUnreadableEvents(act: () => Promise<void>) {
  // Only the query for the events reads this column.
  await sql`alter table masjids rename column sequence to unreadable`.execute(app.database.db)
  try {
    await act()
  } finally {
    await sql`alter table masjids rename column unreadable to sequence`.execute(app.database.db)
  }
}

test('a letter that only cancels an event is sent at a later attempt if the first attempt cannot read the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, khateeb)
  await withdrawFrom(khateeb, slot)
  await withUnreadableEvents(async () => expect(await sendAndListSubjects(app, khateeb)).toEqual([]))
  await makeLettersDue(app, 'you_withdrew')
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

/**
 * Queues a daily digest for the masjid with two pieces of news: the masjid's own move of a slot, and a request for another slot. An earlier
 * letter had the event of the moved slot.
 */
async function queueDigestOfOwnMoveAndRequest(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, masjid)
  await setNews(masjid, { delivery: 'digest' })
  await moveToHour(masjid, slot, '13:10')
  await requestSlot(khateeb, await postSlot(masjid, '17:00'))
  await makeHeldLettersDue(app)
}

test('a digest of a request and an event update is sent at a later attempt if the first attempt cannot read the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await queueDigestOfOwnMoveAndRequest(masjid, khateeb, slot)
  await withUnreadableEvents(async () => expect(await sendAndListSubjects(app, masjid)).toEqual([]))
  await makeLettersDue(app, 'gathered')
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([
    { method: 'PUBLISH', events: [{ status: 'CONFIRMED' }] },
  ])
})

test('a digest of a request and an event update is sent without the event if several attempts cannot read it', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await queueDigestOfOwnMoveAndRequest(masjid, khateeb, slot)
  await withUnreadableEvents(async () => {
    const subjects: string[] = []
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      subjects.push(...(await sendAndListSubjects(app, masjid)))
      await makeLettersDue(app, 'gathered')
    }
    expect(subjects).toEqual(['2 updates about your khutbahs'])
  })
})

test('a retried letter still has the file that cancels the event', async ({ masjid, khateeb, slot }) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, khateeb)
  await withdrawFrom(khateeb, slot)
  await sendAndCollectLetters(app.database, undefined, ({ kind }) =>
    kind === 'you_withdrew' ? Promise.reject(new Error('The mail server is away.')) : Promise.resolve(),
  )
  await makeLettersDue(app, 'you_withdrew')
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'CANCEL' }])
})
