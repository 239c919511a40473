import { expect } from 'vitest'
import { changeNewsSettings } from '../../contract/news.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { defaultNewsSettings, type NewsSettings } from '../../domain/news/delivery.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import type { TestAccount } from '../runtime/people.ts'
import { confirmByInvite, confirmKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import {
  calendarsIn,
  confirmNewStart,
  createAndReadCalendar,
  moveToHour,
  sendAndListSubjects,
  sendAndReadCalendarFiles,
} from './letters-with-calendar.ts'

const app = await startApp()
const test = testWithPeople(app)

test('a khateeb who reconfirms after a move gets the confirmed event if an earlier letter had the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, khateeb)
  const moved = await moveToHour(masjid, slot, '17:00')
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([
    { method: 'PUBLISH', events: [{ status: 'TENTATIVE' }] },
  ])
  await confirmNewStart(masjid, khateeb, moved)
  const [confirmed] = await createAndReadCalendar(app, khateeb)
  expect(confirmed).toMatchObject({ status: 'CONFIRMED' })
  expect(await sendAndReadCalendarFiles(app, khateeb)).toEqual([
    { type: 'text/calendar', method: 'PUBLISH', events: [confirmed] },
  ])
})

test('the members of a masjid that moves its slot get the moved event if an earlier letter had the event', async ({
  khateeb,
}) => {
  const owner = await newOwner(app)
  const colleague = await newMember(app, owner, 'scheduler')
  const slot = await postSlot(owner)
  await confirmByInvite(owner, khateeb, slot)
  await sendAndReadCalendarFiles(app, owner)
  const latecomer = await newMember(app, owner, 'scheduler')
  const moved = await moveToHour(colleague, slot, '13:40')
  expect(await sendAndReadCalendarFiles(app, owner)).toEqual([
    { type: 'text/calendar', method: 'PUBLISH', events: await createAndReadCalendar(app, owner) },
  ])
  await moveToHour(colleague, moved, '13:35')
  expect(await sendAndListSubjects(app, latecomer)).toEqual([])
})

test.for<[string, Partial<NewsSettings>]>([
  ['has turned confirmations off', { muted: ['confirmed'] }],
  ['gets only news about their own slots', { delivery: 'mine' }],
])(
  'a member who %s gets the event after the khateeb has reconfirmed if an earlier letter to this member had the event',
  async ([_, settings], { khateeb }) => {
    const owner = await newOwner(app)
    const colleague = await newMember(app, owner, 'scheduler')
    const slot = await postSlot(owner)
    await confirmByInvite(owner, khateeb, slot)
    await sendAndReadCalendarFiles(app, owner)
    const latecomer = await newMember(app, owner, 'scheduler')
    const newsSettings = { ...defaultNewsSettings, ...settings, muted: [...(settings.muted ?? [])] }
    for (const { client } of [colleague, latecomer]) await client.call(changeNewsSettings, newsSettings)
    const moved = await moveToHour(owner, slot, '17:00')
    expect(await sendAndReadCalendarFiles(app, colleague)).toMatchObject([
      { method: 'PUBLISH', events: [{ status: 'TENTATIVE' }] },
    ])
    await confirmNewStart(owner, khateeb, moved)
    const letters = await sendAndCollectLetters(app.database)
    const [letter, ...others] = letters.filter(({ to }) => to === colleague.email)
    expect(others).toEqual([])
    expect(letter && calendarsIn(letter)).toEqual([await createAndReadCalendar(app, colleague)])
    expect(letter?.text).toContain('the attached file updates it')
    expect(letters.filter(({ to, kind }) => to === latecomer.email && kind !== 'welcome')).toEqual([])
  },
)

test('after a second move, the masjid reads the start before this move, and the khateeb reads the start that he agreed to', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  const moved = await moveToHour(masjid, slot, '17:00')
  await sendAndCollectLetters(app.database)
  await moveToHour(masjid, moved, '18:00')
  const letters = await sendAndCollectLetters(app.database)
  const textTo = ({ email }: TestAccount) => letters.find(({ to }) => to === email)?.text
  expect(textTo(masjid)).toMatch(/Old time: .* at 5:00 PM/u)
  expect(textTo(khateeb)).toMatch(/Old time: .* at 1:00 PM/u)
})

test('a masjid that changes its time zone gets the events at their new instants if an earlier letter had the events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await confirmByInvite(masjid, khateeb, await postSlot(masjid, '15:00'))
  await sendAndCollectLetters(app.database)
  // The masjid's members got no letter with this event.
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '17:00'))
  await masjid.client.call(updateMasjid, { uid: 'me', masjidAddress: '2 Oak Avenue' })
  expect(await sendAndListSubjects(app, masjid)).toEqual([])
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const [letter, ...others] = await sendAndCollectLettersTo(app.database, masjid)
  expect(others).toEqual([])
  const events = await createAndReadCalendar(app, masjid)
  expect(letter && calendarsIn(letter)).toEqual([events.slice(0, 2)])
  expect(letter?.text).toMatch(/Old time: .* at 3:00 PM \(Eastern Standard Time\)/u)
})

test.for<[string, string, (masjid: TestAccount, slot: Slot) => Promise<unknown>]>([
  ['moves its slot', '1:10 PM (Eastern Standard Time)', (masjid, slot) => moveToHour(masjid, slot, '13:10')],
  [
    'changes its time zone',
    '1:00 PM (Mountain Standard Time)',
    ({ client }) => client.call(updateMasjid, { uid: 'me', zipCode: '80202' }),
  ],
])(
  'a masjid that %s just before another change of its time zone gets only the letter about the last change',
  async ([_, oldTime, change], { masjid, khateeb, slot }) => {
    await confirmByInvite(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    await change(masjid, slot)
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const letters = await sendAndCollectLettersTo(app.database, masjid)
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
    expect(letters[0]?.text.split('\n').find((it) => it.startsWith('Old time'))).toContain(oldTime)
  },
)

test('a letter about a masjid’s move has files with the events of all the khateeb’s assignments at the masjid', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
  await requestSlot(khateeb, await postSlot(masjid, '17:00'))
  await sendAndReadCalendarFiles(app, khateeb)
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const confirmed = (await createAndReadCalendar(app, khateeb)).filter(({ title }) =>
    title.startsWith('Please confirm again'),
  )
  expect(confirmed).toHaveLength(2)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([
    { method: 'PUBLISH', events: confirmed },
  ])
})
