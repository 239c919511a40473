import { expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { addKhutbah, removeSlot, removeSlots } from '../../contract/khutbahs.ts'
import { getUser } from '../../contract/own-records.ts'
import { changePublicName, getSchedule, publishSchedule, unpublishSchedule } from '../../contract/schedule.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { readCalendar, readCalendarName } from '../../tests/runtime/read-calendar.ts'
import { conflict, invalidInput } from '../../tests/runtime/refusals.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  postSlot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'

const app = await startApp()

const publish = (masjid: TestAccount, slug: string) =>
  masjid.client.call(publishSchedule, { masjidUid: 'me', slug })
const get = (path: string) => fetch(`${app.baseUrl}/schedule/${path}`)
const read = async (path: string) => (await get(path)).text()

/** Returns the title and the status of each event in the calendar of a schedule. */
async function titlesAndStatuses(slug: string) {
  return readCalendar(await read(`${slug}/khutbahs.ics`)).map(({ title, status }) => [title, status])
}

async function newMasjidWithSchedule(slug: string) {
  const masjid = await newMasjid(app.baseUrl)
  await publish(masjid, slug)
  return masjid
}

/** Creates a masjid with this schedule and a confirmed slot, which can move to another time. */
async function newScheduleWithMovableSlot(slug: string) {
  const masjid = await newMasjidWithSchedule(slug)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid, '13:00')
  await confirmKhateeb(masjid, khateeb, slot)
  const move = () =>
    masjid.client.call(moveSlot, { ...slot, masjidUid: 'me', toDate: friday, toTime: '14:00' })
  async function reconfirm() {
    const moved = { ...slot, khutbahTime: '14:00' }
    const { startsAt: seenStart } = await slotSeenBy(masjid, moved)
    await khateeb.client.call(reconfirmKhateeb, { ...moved, khateebUid: 'me', seenStart })
  }
  return { masjid, khateeb, move, reconfirm }
}

async function suggestionFor(masjidName: string) {
  const { client } = await newMasjid(app.baseUrl, { masjidName, zipCode: '48126' })
  return (await client.call(getSchedule, { uid: 'me' })).suggestion
}

const formatPaths = ['', '/embed', '/poster', '/khutbahs.json', '/khutbahs.ics']

test('a masjid’s schedule is public only while it is published', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const statuses = () => Promise.all(formatPaths.map(async (form) => (await get(`an-nur${form}`)).status))
  expect(await statuses()).toEqual([404, 404, 404, 404, 404])
  expect(await publish(masjid, 'an-nur')).toEqual({ changed: true })
  expect(await publish(masjid, 'an-nur')).toEqual({ changed: false })
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  expect(await publish(masjid, 'an-noor')).toEqual({ changed: true })
  expect(await statuses()).toEqual([404, 404, 404, 404, 404])
  expect(await masjid.client.call(unpublishSchedule, { masjidUid: 'me' })).toEqual({ changed: true })
  expect(await masjid.client.call(unpublishSchedule, { masjidUid: 'me' })).toEqual({ changed: false })
  expect((await get('an-noor')).status).toBe(404)
  expect(await masjid.client.call(getSchedule, { uid: 'me' })).toMatchObject({ slug: null })
})

test('the suggested slug of a schedule has the masjid’s name and city, or only the city if the name has no Latin letters', async () => {
  expect(await suggestionFor('Masjid al-Nūr & Friends’ House')).toBe('masjid-al-nur-friends-house-dearborn')
  expect(await suggestionFor('مسجد')).toBe('dearborn')
  for (const name of ['M'.repeat(200), '--']) {
    const masjid = await newMasjid(app.baseUrl, { masjidName: name })
    const { suggestion: slug } = await masjid.client.call(getSchedule, { uid: 'me' })
    expect(await publish(masjid, slug)).toEqual({ changed: true })
    await masjid.client.call(unpublishSchedule, { masjidUid: 'me' })
  }
})

test('two schedules cannot have the same slug, and a slug must be a valid part of a URL', async () => {
  await newMasjidWithSchedule('taken')
  const other = await newMasjid(app.baseUrl)
  await expect(publish(other, 'taken')).rejects.toMatchObject(conflict('slug_taken'))
  expect(await publish(other, ' Taken-2 ')).toEqual({ changed: true })
  for (const slug of ['', 'ab', '-abc', 'abc-', 'a b c', 'masjid/../x', 'مسجد', 'a'.repeat(61)])
    await expect(publish(other, slug)).rejects.toMatchObject(invalidInput({ slug: expect.any(String) }))
})

test('the address of a public schedule is case-insensitive, and an address with an invalid slug returns 404', async () => {
  await newMasjidWithSchedule('an-nur-capital')
  expect((await get('An-Nur-Capital')).status).toBe(200)
  for (const slug of ['%00', 'an%00nur', 'a%20b', '%D9%85%D8%B3%D8%AC%D8%AF', 'a'.repeat(5_000)])
    expect([slug, (await get(slug)).status]).toEqual([slug, 404])
})

test('each format of a public schedule shows times and khateebs’ names, but no ids, phones or emails, and sets no cookies', async () => {
  const masjid = await newMasjidWithSchedule('complete')
  const khateeb = await newKhateeb(app.baseUrl)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:30'))
  await postSlot(masjid, '14:45', fridayAfter(1))
  const timeIn: Readonly<Record<string, string>> = { '/khutbahs.json': '"13:30"', '/khutbahs.ics': 'T133000' }
  for (const form of formatPaths) {
    const response = await get(`complete${form}`)
    const text = await response.text()
    const shown = [khateeb.name, timeIn[form] ?? '1:30 PM'].filter((it) => text.includes(it))
    expect([form, shown.length]).toEqual([form, 2])
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|555\D*01|\w@(?!minbar\b)\w/u)
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  expect(JSON.parse(await read('complete/khutbahs.json'))).toMatchObject({
    masjidName: masjid.name,
    khutbahs: [
      { date: friday, time: '13:30', khateeb: khateeb.name },
      { date: fridayAfter(1), time: '14:45', khateeb: null },
    ],
  })
  expect(await read('complete')).toContain('To be announced')
})

test('other sites may frame the pages of a public schedule, but not the not-found page', async () => {
  await newMasjidWithSchedule('framed')
  for (const form of ['', '/embed', '/poster']) {
    const { headers } = await get(`framed${form}`)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect(headers.get('content-security-policy')).not.toContain('script-src')
    expect(headers.get('x-frame-options')).toBeNull()
  }
  expect((await get('unknown')).headers.get('x-frame-options')).toBe('DENY')
  expect((await get('framed/khutbahs.json')).headers.get('access-control-allow-origin')).toBe('*')
})

test('a khateeb who doesn’t want his name public is shown as “Confirmed” to signed-out visitors, and by name to members', async () => {
  const masjid = await newMasjidWithSchedule('unnamed')
  const khateeb = await newKhateeb(app.baseUrl)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const setNamed = (named: boolean) => khateeb.client.call(changePublicName, { khateebUid: 'me', named })
  expect(await setNamed(false)).toEqual({ changed: true })
  expect(await setNamed(false)).toEqual({ changed: false })
  expect(await khateeb.client.call(getUser, { uid: 'me' })).toMatchObject({ namedPublicly: false })
  for (const form of formatPaths) {
    const text = await read(`unnamed${form}`)
    expect([form, text.includes('Confirmed'), text.includes(khateeb.name)]).toEqual([form, true, false])
  }
  const details = async (client = app.client()) =>
    (await client.call(getMasjidDetails, { masjidId: masjid.uid })).khutbahs[0]?.times[0]?.khateeb
  expect(await details()).toBe('Confirmed')
  const other = await newKhateeb(app.baseUrl)
  expect(await details(other.client)).toBe(khateeb.name)
  expect(await details(masjid.client)).toBe(khateeb.name)
  await setNamed(true)
  expect(await details()).toBe(khateeb.name)
})

test('a public schedule escapes markup in the masjid’s name', async () => {
  const masjidName = '<script>alert(1)</script> "Masjid" & co'
  const masjid = await newMasjid(app.baseUrl, { masjidName })
  await publish(masjid, 'hostile')
  await postSlot(masjid)
  const text = await read('hostile')
  expect(text).not.toContain('<script')
  expect(text).toContain('&lt;script&gt;')
})

test('the calendar of a schedule has the masjid’s name as it was written', async () => {
  const masjidName = String.raw`Masjid al-Nur, Friends; House \n 1`
  const masjid = await newMasjid(app.baseUrl, { masjidName })
  await publish(masjid, 'punctuation')
  expect(readCalendarName(await read('punctuation/khutbahs.ics'))).toBe(`Khutbahs at ${masjidName}`)
})

test('the calendar of a schedule asks calendar programs to read it once an hour', async () => {
  await newMasjidWithSchedule('hourly')
  expect((await read('hourly/khutbahs.ics')).split('\r\n')).toContain('X-PUBLISHED-TTL:PT1H')
})

test('the calendar of a schedule raises an event’s sequence number with each change of its slot', async () => {
  const masjid = await newMasjidWithSchedule('followed')
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid)
  const seen: ReturnType<typeof readCalendar>[number][] = []
  const look = async () => seen.push(...readCalendar(await read('followed/khutbahs.ics')))
  await look()
  await confirmKhateeb(masjid, khateeb, slot)
  await look()
  await khateeb.client.call(changePublicName, { khateebUid: 'me', named: false })
  await look()
  await withdrawFrom(khateeb, slot)
  await look()
  await masjid.client.call(removeSlot, { ...slot, masjidUid: 'me' })
  await look()
  expect(seen.map(({ title, status }) => [title, status])).toEqual([
    ['Khutbah', 'TENTATIVE'],
    [`Khutbah: ${khateeb.name}`, 'CONFIRMED'],
    ['Khutbah: Confirmed', 'CONFIRMED'],
    ['Khutbah', 'TENTATIVE'],
    ['Canceled: khutbah', 'CANCELLED'],
  ])
  expect(new Set(seen.map((it) => it.uid)).size).toBe(1)
  const sequences = seen.map((it) => it.sequence)
  expect(sequences.every((it, i) => i === 0 || it > (sequences[i - 1] ?? 0))).toBe(true)
})

test('the event of a moved slot is tentative in the calendar of a schedule until the khateeb has confirmed the new time', async () => {
  const { khateeb, move, reconfirm } = await newScheduleWithMovableSlot('moved')
  await move()
  expect(await titlesAndStatuses('moved')).toEqual([[`Khutbah: ${khateeb.name}`, 'TENTATIVE']])
  await reconfirm()
  expect(await titlesAndStatuses('moved')).toEqual([[`Khutbah: ${khateeb.name}`, 'CONFIRMED']])
})

test('the pages and the JSON of a schedule say that the khateeb of a moved slot has yet to confirm the new time', async () => {
  const { move, reconfirm } = await newScheduleWithMovableSlot('moved-page')
  const note = 'New time not confirmed yet'
  async function marks() {
    const pages = await Promise.all(['', '/embed', '/poster'].map((form) => read(`moved-page${form}`)))
    const { khutbahs } = JSON.parse(await read('moved-page/khutbahs.json'))
    return [...pages.map((it) => it.includes(note)), khutbahs[0].awaitsReconfirmation]
  }
  expect(await marks()).toEqual([false, false, false, false])
  await move()
  expect(await marks()).toEqual([true, true, true, true])
  await reconfirm()
  expect(await marks()).toEqual([false, false, false, false])
})

test('a khateeb of a moved slot who doesn’t want his name public is shown as “New time not confirmed yet” until he confirms', async () => {
  const { masjid, khateeb, move, reconfirm } = await newScheduleWithMovableSlot('moved-unnamed')
  await khateeb.client.call(changePublicName, { khateebUid: 'me', named: false })
  async function names() {
    const pages = await Promise.all(['', '/embed', '/poster'].map((form) => read(`moved-unnamed${form}`)))
    const { khutbahs } = JSON.parse(await read('moved-unnamed/khutbahs.json'))
    const details = await app.client().call(getMasjidDetails, { masjidId: masjid.uid })
    return [
      ...pages.map((it) => it.match(/Confirmed|New time not confirmed yet/gu)?.join()),
      khutbahs[0].khateeb,
      details.khutbahs[0]?.times[0]?.khateeb,
      ...(await titlesAndStatuses('moved-unnamed')).map((it) => it.join()),
    ]
  }
  const confirmed = [...Array<string>(5).fill('Confirmed'), 'Khutbah: Confirmed,CONFIRMED']
  expect(await names()).toEqual(confirmed)
  await move()
  const note = 'New time not confirmed yet'
  expect(await names()).toEqual([...Array<string>(5).fill(note), `Khutbah: ${note},TENTATIVE`])
  await reconfirm()
  expect(await names()).toEqual(confirmed)
})

test('a schedule that is cut off at its maximum length has all slots of its last date', async () => {
  const masjid = await newMasjidWithSchedule('long')
  const times = ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times, weeks: 10 })
  // The maximum length is 60 slots. The limit falls within the ninth date.
  const { khutbahs } = JSON.parse(await read('long/khutbahs.json'))
  expect(khutbahs).toHaveLength(9 * times.length)
  expect(readCalendar(await read('long/khutbahs.ics'))).toHaveLength(9 * times.length)
})

test('many removed slots don’t displace other slots from the calendar of a schedule', async () => {
  const masjid = await newMasjidWithSchedule('many-removed')
  const soon = Array.from({ length: 13 }, (_, week) => fridayAfter(week))
  const times = ['12:00', '13:00', '14:00', '15:00', '16:00']
  const slotIds: string[] = []
  for (const date of soon) {
    const { slots } = await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times })
    slotIds.push(...slots.map(({ slotId }) => slotId))
  }
  // One call can't remove all 65 slots.
  for (const ids of [slotIds.slice(0, 40), slotIds.slice(40)])
    await masjid.client.call(removeSlots, { masjidUid: 'me', slotIds: ids })
  await postSlot(masjid, '13:30', fridayAfter(12))
  const events = readCalendar(await read('many-removed/khutbahs.ics'))
  expect(events.filter(({ status }) => status === 'TENTATIVE')).toHaveLength(1)
  expect(events.filter(({ status }) => status === 'CANCELLED')).toHaveLength(60)
})
