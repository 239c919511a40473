import { expect } from 'vitest'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { setNews } from '../runtime/news-settings.ts'
import {
  acceptInviteTo,
  confirmByInvite,
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  removeKhateebFrom,
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import { makeLettersDue, moveToHour, sendAndReadCalendarFiles } from './letters-with-calendar.ts'

const app = await startApp()
const test = testWithPeople(app)

type Acts = (() => Promise<unknown>)[]

/** Returns the database with another handle. After each query that contains `text`, this handle runs the next of `acts`. */
function withActsAfter(text: string, acts: Acts, database = app.database) {
  const awaited = new WeakSet<object>()
  const db = database.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(text)) awaited.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (awaited.has(queryId)) await acts.shift()?.()
      return result
    },
  })
  return { ...database, db }
}

/** Like `withActsAfter`: each act runs right after the events of a letter were recorded. */
const withActsAfterRecords = (acts: Acts, database = app.database) =>
  withActsAfter('insert into mailed_events', acts, database)

/** Like `withActsAfter`: each act runs after the facts of a letter were read, and before the letter's events are recorded. */
const withActsBeforeRecords = (acts: Acts) => withActsAfter('news_settings', acts)

test('a khateeb who withdraws while the letter with the event is being sent gets the canceled event later', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(app.database, undefined, async ({ kind, to }) => {
    if (kind === 'request_approved' && to === khateeb.email) await withdrawFrom(khateeb, slot)
  })
  const withEvents = letters.filter(({ to, calendar }) => to === khateeb.email && calendar.length > 0)
  expect(withEvents.map(({ kind, calendar }) => [kind, ...calendar.map(({ method }) => method)])).toEqual([
    ['request_approved', 'PUBLISH'],
    ['you_withdrew', 'CANCEL'],
  ])
})

test('a letter that confirms a khateeb is not sent if he withdraws before its event is recorded', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(withActsBeforeRecords([() => withdrawFrom(khateeb, slot)]))
  await makeLettersDue(app, 'request_approved')
  letters.push(...(await sendAndCollectLetters(app.database)))
  expect(letters.filter(({ to }) => to === khateeb.email)).toEqual([])
})

test('a letter about a masjid’s move is written again if the khateeb withdraws from one of its slots before the events are read', async ({
  masjid,
  khateeb,
  slot,
}) => {
  const other = await postSlot(masjid, '15:00')
  for (const it of [slot, other]) await confirmKhateeb(masjid, khateeb, it)
  await sendAndCollectLetters(app.database)
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const letters = await sendAndCollectLetters(withActsAfterRecords([() => withdrawFrom(khateeb, other)]))
  await makeLettersDue(app, 'masjid_moved')
  letters.push(...(await sendAndCollectLetters(app.database)))
  const moves = letters.filter(({ kind, to }) => kind === 'masjid_moved' && to === khateeb.email)
  expect(moves.map(({ text }) => text.includes('3:00 PM'))).toEqual([false])
})

test('a letter about a move is not sent if the khateeb withdraws before the letter’s event is read', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  const moved = await moveToHour(masjid, slot, '13:10')
  const letters = await sendAndCollectLetters(withActsAfterRecords([() => withdrawFrom(khateeb, moved)]))
  await makeLettersDue(app, 'slot_moved')
  letters.push(...(await sendAndCollectLetters(app.database)))
  const toKhateeb = letters.filter(({ to }) => to === khateeb.email)
  expect(toKhateeb.map(({ kind, calendar }) => [kind, ...calendar.map(({ method }) => method)])).toEqual([
    ['you_withdrew', 'CANCEL'],
  ])
})

test('a letter about a withdrawal is not sent if the khateeb is confirmed again before the letter’s event is read', async ({
  masjid,
  khateeb,
  slot,
}) => {
  // The member gets no letter about the second confirmation.
  await setNews(masjid, { muted: ['confirmed'] })
  await confirmByInvite(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot)
  await inviteKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(withActsAfterRecords([() => acceptInviteTo(khateeb, slot)]))
  await makeLettersDue(app, 'khateeb_withdrew')
  letters.push(...(await sendAndCollectLetters(app.database)))
  expect(letters.filter(({ to, kind }) => to === masjid.email && kind !== 'welcome')).toEqual([])
})

test('a letter is written again if an assignment begins after the letter’s events were recorded', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(
    withActsAfterRecords(
      [() => confirmKhateeb(masjid, khateeb, slot)],
      withActsBeforeRecords([() => withdrawFrom(khateeb, slot)]),
    ),
  )
  await makeLettersDue(app, 'request_approved')
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'PUBLISH' }])
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

test('an event that is confirmed again while its cancellation is being sent can be canceled by a later letter', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, masjid)
  await removeKhateebFrom(masjid, slot)
  const again: string[] = []
  await sendAndCollectLetters(app.database, undefined, async ({ kind, to }) => {
    if (kind !== 'you_removed_khateeb' || to !== masjid.email) return
    await confirmByInvite(masjid, khateeb, slot)
    again.push(...(await sendAndReadCalendarFiles(app, masjid)).map(({ method }) => method))
  })
  expect(again).toEqual(['PUBLISH'])
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([{ method: 'CANCEL' }])
})
