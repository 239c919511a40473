import { expect } from 'vitest'
import type { OutgoingLetter } from '../../server/letters/transport.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import type { TestAccount } from '../runtime/people.ts'
import { readCalendar } from '../runtime/read-calendar.ts'
import { confirmByInvite, confirmKhateeb, moveSlotTo, removeKhateebFrom } from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

// While one process waits for the response of the mail server, another process sends a later letter about the same calendar event. The
// letters may arrive in any order, so calendar programs need a SEQUENCE in the order of the changes.
const app = await startApp()
const test = testWithPeople(app)

/** Returns the method, the SEQUENCE and the start of each calendar event in the letters to an account. */
function eventsTo({ email }: TestAccount, letters: readonly OutgoingLetter[]) {
  return letters
    .filter(({ to }) => to === email)
    .flatMap(({ calendar }) => calendar)
    .flatMap(({ method, content }) =>
      readCalendar(content).map(({ sequence, startsAt }) => ({ method, sequence, startsAt })),
    )
}

/**
 * Sends the queued letters. While the mail server holds its response to the letter `invite_accepted`, runs `act`, and another process sends
 * the letters that are due then. Returns the letters of both processes.
 */
async function sendDuring(act: () => Promise<unknown>) {
  const later: OutgoingLetter[] = []
  const first = await sendAndCollectLetters(app.database, undefined, async ({ kind }) => {
    if (kind !== 'invite_accepted') return
    await act()
    later.push(...(await sendAndCollectLetters(app.database)))
  })
  return { first, later }
}

test('the cancellation of an event that is being sent has a higher SEQUENCE, and a new event can be canceled again', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmByInvite(masjid, khateeb, slot)
  const { first, later } = await sendDuring(() => removeKhateebFrom(masjid, slot))
  const [published] = eventsTo(masjid, first)
  const [canceled, ...others] = eventsTo(masjid, later)
  expect([published?.method, canceled?.method, ...others]).toEqual(['PUBLISH', 'CANCEL'])
  expect(canceled?.sequence).toBeGreaterThan(published?.sequence ?? Number.NaN)
  expect(eventsTo(masjid, await sendAndCollectLetters(app.database))).toEqual([])

  await confirmByInvite(masjid, khateeb, slot)
  const [again] = eventsTo(masjid, await sendAndCollectLetters(app.database))
  expect(again?.sequence).toBeGreaterThan(canceled?.sequence ?? Number.NaN)
  await removeKhateebFrom(masjid, slot)
  expect(eventsTo(masjid, await sendAndCollectLetters(app.database))).toMatchObject([{ method: 'CANCEL' }])
})

test('the move of an event that is being sent has a higher SEQUENCE, and so has the next move', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmByInvite(masjid, khateeb, slot)
  const { first, later } = await sendDuring(() => moveSlotTo(masjid, slot, '17:00'))
  const [published] = eventsTo(masjid, first)
  const [moved] = eventsTo(masjid, later)
  expect(moved?.startsAt).not.toEqual(published?.startsAt)
  expect(moved?.sequence).toBeGreaterThan(published?.sequence ?? Number.NaN)
  // The late response to the first letter must not be recorded: the last event in the masjid's mailbox has the new time.
  await moveSlotTo(masjid, { ...slot, khutbahTime: '17:00' }, slot.khutbahTime)
  const [movedBack] = eventsTo(masjid, await sendAndCollectLetters(app.database))
  expect(movedBack?.startsAt).toEqual(published?.startsAt)
  expect(movedBack?.sequence).toBeGreaterThan(moved?.sequence ?? Number.NaN)
})

test('a masjid that removes a khateeb, moves the slot and approves him again gets the new time, even if the letter with the old time is still being sent', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmByInvite(masjid, khateeb, slot)
  const { first, later } = await sendDuring(async () => {
    await removeKhateebFrom(masjid, slot)
    await moveSlotTo(masjid, slot, '17:00')
    // The masjid gets no letter about its own approval.
    await confirmKhateeb(masjid, khateeb, { ...slot, khutbahTime: '17:00' })
  })
  const [published] = eventsTo(masjid, first)
  const updates = eventsTo(masjid, later)
  expect(updates.map(({ method }) => method)).toEqual(['PUBLISH'])
  expect(updates[0]?.startsAt).not.toEqual(published?.startsAt)
  expect(updates[0]?.sequence).toBeGreaterThan(published?.sequence ?? Number.NaN)
})
