import { beforeEach, describe, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { inviteKhateebs, maxInvitesAtOnce, maxKhateebsToInvite } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp({ env: { LIMIT_UNCONFIRMED_PROPOSAL: '9/86400' } })
let masjid: TestAccount
let slot: Slot
let people: [TestAccount, TestAccount, TestAccount]
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  slot = await postSlot(masjid)
  people = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
  await app.database.db.deleteFrom('letters').execute()
})

async function idOf(which: Slot): Promise<string> {
  return (await slotSeenBy(masjid, which)).slotId
}

async function invite(khateebs: readonly TestAccount[], slots: readonly Slot[] = [slot]) {
  const ids = await Promise.all(slots.map(idOf))
  return masjid.client.call(inviteKhateebs, {
    masjidUid: 'me',
    khateebUids: khateebs.map(({ uid }) => uid),
    slots: ids.map((slotId) => ({ slotId })),
  })
}

async function pendingInvites(): Promise<number> {
  return (await masjid.client.call(getMasjid, { uid: 'me' })).sentInviteCount
}

const lettersTo = async ({ email }: TestAccount) =>
  (await listQueuedLetters(app.database)).filter((it) => it.endsWith(` to ${email}`))

describe('inviting several khateebs to one slot', () => {
  test('sends each of them an invite and one letter, and the first who accepts gets the slot', async () => {
    expect(await invite(people)).toEqual({ changed: true, invited: 3, invites: 3 })
    for (const khateeb of people) {
      expect(await lettersTo(khateeb)).toEqual([`invite_received to ${khateeb.email}`])
    }
    const [first, second] = people
    await acceptInviteTo(second, slot)
    expect((await slotSeenBy(masjid, slot)).khateebUid).toBe(second.uid)
    expect(await lettersTo(first)).toContain(`rival_confirmed to ${first.email}`)
    await expect(acceptInviteTo(first, slot)).rejects.toMatchObject({ code: 'slot_taken' })
  })

  test('is idempotent, and skips khateebs who are already invited', async () => {
    await inviteKhateeb(masjid, people[0], slot)
    expect(await invite([people[0], people[1]])).toMatchObject({ invited: 1, invites: 1 })
    expect(await invite([people[1], people[0], people[1]])).toMatchObject({ changed: false, invites: 0 })
    expect(await pendingInvites()).toBe(2)
    expect(await lettersTo(people[1])).toHaveLength(1)
  })

  test('invites no khateeb if one khateeb cannot be invited, and the failure contains his uid and the slot’s id', async () => {
    const [away, asking, fine] = people
    const slotId = await idOf(slot)
    await away.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
    await expect(invite([fine, away])).rejects.toMatchObject({
      code: 'khateeb_unavailable',
      rule: 'away',
      about: { khateebUid: away.uid, slotId },
    })
    await requestSlot(asking, slot)
    await expect(invite([fine, asking])).rejects.toMatchObject({
      code: 'already_requested',
      about: { khateebUid: asking.uid, slotId },
    })
    expect(await pendingInvites()).toBe(0)
    expect(await lettersTo(fine)).toEqual([])
  })

  test('is refused if the slot is filled, and the failure says that the caller filled it', async () => {
    await confirmKhateeb(masjid, people[0], slot)
    await expect(invite([people[1]])).rejects.toMatchObject({
      code: 'slot_taken',
      by: { event: 'request_accepted', isCaller: true },
    })
  })

  test('is refused if the slot has moved since the caller saw it', async () => {
    const sent = { masjidUid: 'me', khateebUids: [people[0].uid] }
    const slots = [{ slotId: await idOf(slot), seenStart: '2026-01-02T18:00:00.000Z' }]
    await expect(masjid.client.call(inviteKhateebs, { ...sent, slots })).rejects.toMatchObject({
      code: 'start_changed',
    })
  })
})

describe('inviting one khateeb to several slots', () => {
  test('sends him one letter with all of the invites', async () => {
    const slots = [slot, await postSlot(masjid, '13:00', fridayAfter(1)), await postSlot(masjid, '15:00')]
    const [khateeb] = people
    expect(await invite([khateeb], slots)).toEqual({ changed: true, invited: 1, invites: 3 })
    const { inviteCount } = await khateeb.client.call(getUser, { uid: 'me' })
    expect(inviteCount).toBe(3)
    expect(await app.database.db.selectFrom('letters').select('kind').execute()).toEqual([
      { kind: 'gathered' },
    ])
    expect(await lettersTo(khateeb)).toHaveLength(3)
  })

  test('sends no invite if one slot is filled', async () => {
    const filled = await postSlot(masjid, '15:00')
    await confirmKhateeb(masjid, people[1], filled)
    const slotId = await idOf(filled)
    await expect(invite([people[0]], [slot, filled])).rejects.toMatchObject({
      code: 'slot_taken',
      about: { slotId },
    })
    expect(await pendingInvites()).toBe(0)
  })
})

test('a call with too many khateebs or invites is refused, with an error at the field', async () => {
  const uids = Array.from({ length: maxKhateebsToInvite + 1 }, () => people[0].uid)
  const slots = Array.from({ length: maxInvitesAtOnce / maxKhateebsToInvite + 1 }, () => ({
    slotId: people[0].uid,
  }))
  const send = (khateebUids: string[]) =>
    masjid.client.call(inviteKhateebs, { masjidUid: 'me', khateebUids, slots })
  await expect(send(uids)).rejects.toMatchObject({
    fields: { khateebUids: expect.stringContaining('1 to 20') },
  })
  await expect(send(uids.slice(1))).rejects.toMatchObject({
    fields: { slots: expect.stringContaining('60') },
  })
})

test('each invite of a call counts toward the limit of an unconfirmed email, but invites of a failed call do not', async () => {
  const [away] = people
  await away.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  for (let time = 0; time < 4; time += 1)
    await expect(invite(people)).rejects.toMatchObject({ code: 'khateeb_unavailable' })
  const others = people.slice(1)
  const slots = [
    slot,
    await postSlot(masjid, '15:00'),
    await postSlot(masjid, '17:00'),
    await postSlot(masjid, '19:00'),
  ]
  await invite(others, slots)
  await expect(invite(others, [await postSlot(masjid, '21:00')])).rejects.toMatchObject({
    code: 'email_unconfirmed',
  })
  expect(await pendingInvites()).toBe(8)
})
