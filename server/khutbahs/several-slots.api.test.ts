import { beforeEach, describe, expect, test } from 'vitest'
import { removeSlots } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { moveSlots, previewMoves } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLettersTo } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slots: [Slot, Slot, Slot]
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slots = [
    await postSlot(masjid),
    await postSlot(masjid, '13:00', fridayAfter(1)),
    await postSlot(masjid, '15:00', fridayAfter(1)),
  ]
  await app.database.db.deleteFrom('letters').execute()
})

const idsOf = (which: readonly Slot[]) =>
  Promise.all(which.map(async (it) => (await slotSeenBy(masjid, it)).slotId))

/** Returns the masjid’s upcoming slots as `date time`. */
async function listPostedSlots(): Promise<string[]> {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  return khutbahs.flatMap(({ date, times }) => times.map(({ time }) => `${date} ${time.time}`))
}

const letters = () => app.database.db.selectFrom('letters').select(['kind', 'recipient']).execute()

describe('removing several slots', () => {
  test('sends one letter to a khateeb with an assignment and an invite, and is idempotent', async () => {
    await confirmKhateeb(masjid, khateeb, slots[0])
    await inviteKhateeb(masjid, khateeb, slots[1])
    const slotIds = await idsOf(slots)
    await app.database.db.deleteFrom('letters').execute()
    const remove = () => masjid.client.call(removeSlots, { masjidUid: 'me', slotIds })
    expect(await remove()).toEqual({ changed: true, removed: 3 })
    expect(await listPostedSlots()).toEqual([])
    const toKhateeb = (await letters()).filter(({ recipient }) => recipient === khateeb.email)
    expect(toKhateeb.map(({ kind }) => kind)).toEqual(['gathered'])
    expect(await remove()).toEqual({ changed: false, removed: 0 })
  })

  test('removes no slot if one slot belongs to another masjid, and the failure contains the id of that slot', async () => {
    const other = await newMasjid(app.baseUrl)
    const { slotId } = await slotSeenBy(other, await postSlot(other))
    const slotIds = [...(await idsOf(slots)), slotId]
    await expect(masjid.client.call(removeSlots, { masjidUid: 'me', slotIds })).rejects.toMatchObject({
      code: 'not_found',
      about: { slotId },
    })
    expect(await listPostedSlots()).toHaveLength(3)
  })

  test('removes no slot if one slot has a confirmed khateeb whom the caller did not see', async () => {
    const [seen, since] = slots
    await confirmKhateeb(masjid, khateeb, seen)
    const slotIds = await idsOf(slots)
    const { assignmentId } = await slotSeenBy(masjid, seen)
    const remove = (...seenAssignments: string[]) =>
      masjid.client.call(removeSlots, { masjidUid: 'me', slotIds, seenAssignments })
    await confirmKhateeb(masjid, await newKhateeb(app.baseUrl), since)
    const { slotId, assignmentId: later } = await slotSeenBy(masjid, since)
    const refused = { status: 409, code: 'assignment_changed', about: { slotId } }
    await expect(remove(assignmentId ?? '')).rejects.toMatchObject(refused)
    await expect(remove()).rejects.toMatchObject({ code: 'assignment_changed' })
    expect(await listPostedSlots()).toHaveLength(3)
    expect(await remove(assignmentId ?? '', later ?? '')).toEqual({ changed: true, removed: 3 })
    expect(await remove()).toEqual({ changed: false, removed: 0 })
  })

  test('succeeds if a khateeb whom the caller saw as confirmed has withdrawn since', async () => {
    const [first] = slots
    await confirmKhateeb(masjid, khateeb, first)
    const { assignmentId } = await slotSeenBy(masjid, first)
    await withdrawFrom(khateeb, first)
    const sent = { masjidUid: 'me', slotIds: await idsOf(slots), seenAssignments: [assignmentId ?? ''] }
    expect(await masjid.client.call(removeSlots, sent)).toEqual({ changed: true, removed: 3 })
  })

  test('is refused if one slot has begun, and the failure contains the id of that slot', async () => {
    const slotIds = await idsOf(slots)
    const [slotId = ''] = slotIds
    await app.database.db
      .updateTable('slots')
      .set({ starts_at: new Date('2020-01-03T18:00:00Z') })
      .where('id', '=', slotId)
      .execute()
    await expect(masjid.client.call(removeSlots, { masjidUid: 'me', slotIds })).rejects.toMatchObject({
      code: 'slot_past',
      about: { slotId },
    })
  })
})

async function preview(minutes: number, which: readonly Slot[] = slots) {
  return masjid.client.call(previewMoves, {
    uid: 'me',
    moving: (await idsOf(which)).join(','),
    minutes: String(minutes),
  })
}

async function move(minutes: number) {
  const { targets } = await preview(minutes)
  return masjid.client.call(moveSlots, { masjidUid: 'me', moves: targets })
}

describe('moving several slots', () => {
  test('has the consequences that the preview shows, and sends one letter to a khateeb with two of the slots', async () => {
    const [first, second, third] = slots
    await confirmKhateeb(masjid, khateeb, first)
    await confirmKhateeb(masjid, khateeb, second)
    await requestSlot(await newKhateeb(app.baseUrl), third)
    const expected = {
      moved: 3,
      staysConfirmed: 2,
      askedAgain: 0,
      movesAlong: { invites: 0, requests: 1 },
      closes: { invites: 0, requests: 0 },
    }
    expect(await preview(15)).toMatchObject(expected)
    expect(await preview(30)).toMatchObject({ ...expected, staysConfirmed: 0, askedAgain: 2 })
    await app.database.db.deleteFrom('letters').execute()
    expect(await move(15)).toEqual({ changed: true, ...expected })
    expect(await listPostedSlots()).toEqual([
      `${friday} 13:15`,
      `${fridayAfter(1)} 13:15`,
      `${fridayAfter(1)} 15:15`,
    ])
    expect((await letters()).filter((it) => it.recipient === khateeb.email)).toHaveLength(1)
  })

  test('counts a proposal once if two of the slots close it', async () => {
    const own = [await postSlot(masjid, '17:00'), await postSlot(masjid, '18:00')]
    for (const slot of own) await confirmKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, await postSlot(masjid, '19:30'))
    const closes = { invites: 0, requests: 1 }
    // The slots move to 19:00 and 20:00, and so both overlap the requested slot.
    const { targets, ...shown } = await preview(120, own)
    expect(shown).toMatchObject({ moved: 2, closes })
    expect(await masjid.client.call(moveSlots, { masjidUid: 'me', moves: targets })).toMatchObject({ closes })
  })

  test('tells a khateeb of each closed proposal once', async () => {
    const own = [
      await postSlot(masjid, '17:00'),
      await postSlot(masjid, '18:00'),
      await postSlot(masjid, '08:00'),
    ]
    for (const slot of own) await confirmKhateeb(masjid, khateeb, slot)
    const other = await newMasjid(app.baseUrl)
    await requestSlot(khateeb, await postSlot(other, '19:30'))
    await requestSlot(khateeb, await postSlot(other, '20:45'))
    await app.database.db.deleteFrom('letters').execute()
    const { targets } = await preview(120, own)
    await masjid.client.call(moveSlots, { masjidUid: 'me', moves: targets })
    const news = await khateeb.client.call(getNews, {})
    const counts = news.filter((it) => it.kind === 'slot_moved').map((it) => [it.khutbahTime, it.closedCount])
    expect(Object.fromEntries(counts)).toEqual({ '10:00': 0, '19:00': 0, '20:00': 2 })
    const [letter, ...others] = await sendAndCollectLettersTo(app.database, khateeb)
    expect(others).toEqual([])
    expect(letter?.text.match(/Your request to .* was closed/gu)).toHaveLength(2)
  })

  test('to the same times again changes nothing', async () => {
    const { targets } = await preview(30)
    const again = () => masjid.client.call(moveSlots, { masjidUid: 'me', moves: targets })
    expect(await again()).toMatchObject({ changed: true, moved: 3 })
    expect(await again()).toMatchObject({ changed: false, moved: 0 })
  })

  test('can move a slot to a date and time that another slot leaves in the same call', async () => {
    await masjid.client.call(moveSlots, { masjidUid: 'me', moves: (await preview(120)).targets })
    expect(await listPostedSlots()).toEqual([
      `${friday} 15:00`,
      `${fridayAfter(1)} 15:00`,
      `${fridayAfter(1)} 17:00`,
    ])
  })

  test('moves no slot if one slot cannot move, and the failure contains the id of that slot', async () => {
    const second = slots[1]
    const [slotId] = await idsOf([second])
    await expect(preview(120, [slots[0], second])).rejects.toMatchObject({
      code: 'slot_exists',
      about: { slotId },
    })
    const [one, two] = await idsOf([slots[0], second])
    const moves = [
      { slotId: one ?? '', toDate: friday, toTime: '14:00' },
      { slotId: two ?? '', toDate: '2020-01-03', toTime: '13:00' },
    ]
    await expect(masjid.client.call(moveSlots, { masjidUid: 'me', moves })).rejects.toMatchObject({
      code: 'invalid_input',
      about: { slotId: two },
    })
    expect(await listPostedSlots()).toContain(`${friday} 13:00`)
  })

  test('is refused if one slot has moved since the caller saw it', async () => {
    const [slotId = ''] = await idsOf([slots[0]])
    const moves = [{ slotId, toDate: friday, toTime: '14:00', seenStart: '2026-01-02T18:00:00.000Z' }]
    await expect(masjid.client.call(moveSlots, { masjidUid: 'me', moves })).rejects.toMatchObject({
      code: 'start_changed',
      about: { slotId },
    })
  })
})
