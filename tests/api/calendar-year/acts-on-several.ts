import { describeSlots, getMyKhutbahs, removeSlots } from '../../../contract/khutbahs.ts'
import { savePlan } from '../../../contract/plans.ts'
import { inviteKhateebs, requestSlots } from '../../../contract/proposals.ts'
import { changePublicName } from '../../../contract/schedule.ts'
import { moveSlots } from '../../../contract/slot-moves.ts'
import { nameTopic } from '../../../contract/topics.ts'
import { wallClockAfter } from '../../../domain/khutbahs/wall-clock.ts'
import { postPlannedFridays } from '../../../server/plans/post-planned-fridays.ts'
import { type ActContext, chooseItem, slotsOf, times } from './world.ts'

/** Returns up to four consecutive slots of the masjid. */
async function someSlots(it: ActContext) {
  const slots = await slotsOf(it)
  const from = it.choice % Math.max(1, slots.length)
  return slots.slice(from, from + 1 + (it.choice % 4))
}

const someSlotIds = async (it: ActContext) => (await someSlots(it)).map(({ slotId }) => slotId)

/** Acts that change several slots at once, and acts that change how calendars show slots. */
export const actsOnSeveralSlots = {
  async moveSlots(it: ActContext) {
    const minutes = chooseItem([-60, 10, 60, 24 * 60], it.choice) ?? 60
    const moves = (await someSlots(it)).map(({ slotId, date, time: { time } }) => {
      const to = wallClockAfter({ date, time }, minutes)
      return { slotId, toDate: to.date, toTime: to.time }
    })
    await it.masjid.client.call(moveSlots, { masjidUid: 'me', moves })
  },
  async removeSlots(it: ActContext) {
    await it.masjid.client.call(removeSlots, { masjidUid: 'me', slotIds: await someSlotIds(it) })
  },
  async inviteKhateebs(it: ActContext) {
    const khateebUids = it.world.khateebs.filter((khateeb) => !khateeb.deleted).map(({ uid }) => uid)
    const slots = (await someSlotIds(it)).map((slotId) => ({ slotId }))
    await it.masjid.client.call(inviteKhateebs, { masjidUid: 'me', khateebUids, slots })
  },
  async requestSlots(it: ActContext) {
    const slots = (await someSlotIds(it)).map((slotId) => ({ slotId }))
    await it.khateeb.client.call(requestSlots, { khateebUid: 'me', slots })
  },
  async describeSlots(it: ActContext) {
    const words = {
      language: chooseItem(['en', 'ar', null] as const, it.choice) ?? null,
      note: `Gate ${it.choice}`,
    }
    await it.masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: await someSlotIds(it), ...words })
  },
  async savePlan({ masjid, choice }: ActContext) {
    const service = { season: null, language: null }
    await masjid.client.call(savePlan, {
      masjidUid: 'me',
      services: [
        { ...service, key: 1, time: chooseItem(times, choice) ?? '', minutesAfterDhuhr: null },
        { ...service, key: 2, time: null, minutesAfterDhuhr: 5 * (choice % 12) },
      ],
      closures: [],
      weeksAhead: 1 + (choice % 3),
    })
  },
  postPlanned: ({ world: { app } }: ActContext) => postPlannedFridays(app.database),
  async nameTopic({ khateeb: { client }, choice }: ActContext) {
    const confirmed = chooseItem(await client.call(getMyKhutbahs, { khateebUid: 'me' }), choice)
    if (confirmed === undefined) return
    const { slotId, masjidUid } = confirmed
    await client.call(nameTopic, { khateebUid: 'me', slotId, masjidUid, topic: `Topic ${choice % 5}` })
  },
  async hideName({ khateeb, choice }: ActContext) {
    await khateeb.client.call(changePublicName, { khateebUid: 'me', named: choice % 2 === 0 })
  },
}
