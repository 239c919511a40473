import { beforeEach, describe, expect, test } from 'vitest'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { confirmKhateeb, postSlot, type Slot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { moveSlots } from './move-slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
})

const listMyKhutbahs = ({ client } = khateeb) => client.call(getMyKhutbahs, { khateebUid: 'me' })

const slotMovedLettersTo = ({ email } = khateeb) => queuedLetters(app.database, email, 'slot_moved')

/** Returns the id and the start of a slot, as `moveSlots` needs them. */
async function startOf(slot: Slot) {
  const { slotId, startsAt } = await slotSeenBy(masjid, slot)
  return { slotId, startsAt: new Date(startsAt), date: slot.khutbahDate, time: slot.khutbahTime }
}

type Start = Awaited<ReturnType<typeof startOf>>

async function moveAll(...moves: readonly (readonly [from: Start, to: Omit<Start, 'slotId'>])[]) {
  const by = {
    role: 'masjid',
    uid: masjid.uid,
    personId: await personIdOf(app.database.db, masjid.uid),
  } as const
  const all = moves.map(([{ slotId }, { date, time, startsAt }]) => ({
    slotId,
    to: { date, time, startsAt },
    seenStart: null,
  }))
  return app.database.transaction((tx) => moveSlots(tx, by, all))
}

describe('several slots that move at once', () => {
  test('can swap their times, and a khateeb who is confirmed for both gets one letter', async () => {
    const [first, second] = [await postSlot(masjid), await postSlot(masjid, '14:00')]
    await confirmKhateeb(masjid, khateeb, first)
    await confirmKhateeb(masjid, khateeb, second)
    await sendAndCollectLetters(app.database)
    const [one, two] = [await startOf(first), await startOf(second)]
    expect(await moveAll([one, two], [two, one])).toHaveLength(2)
    expect(await startOf(first)).toMatchObject({ slotId: two.slotId })
    expect(await startOf(second)).toMatchObject({ slotId: one.slotId })
    expect(await listMyKhutbahs()).toMatchObject([
      { awaitsReconfirmation: true },
      { awaitsReconfirmation: true },
    ])
    expect(await slotMovedLettersTo()).toHaveLength(2)
    expect(await sendAndCollectLetters(app.database)).toHaveLength(1)
  })

  test('all stay unchanged if one may not move, or if two would have the same time', async () => {
    const [first, second] = [await postSlot(masjid), await postSlot(masjid, '14:00')]
    const taken = await startOf(await postSlot(masjid, '17:00'))
    const [one, two] = [await startOf(first), await startOf(second)]
    await expect(moveAll([one, two], [two, taken])).rejects.toMatchObject({ code: 'slot_exists' })
    const free = { ...taken, time: '16:00', startsAt: new Date(taken.startsAt.getTime() - 3_600_000) }
    await expect(moveAll([one, free], [two, free])).rejects.toMatchObject({ code: 'slot_exists' })
    expect(await startOf(first)).toEqual(one)
    expect(await startOf(second)).toEqual(two)
  })
})
