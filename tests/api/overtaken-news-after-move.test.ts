import { beforeEach, describe, expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../runtime/app.ts'
import {
  sendAndCollectLetters,
  sendAndCollectLettersTo,
  sendAndListKindsTo,
} from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmByInvite,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'

// Letters wait in the outbox until `sendAndReadKinds` is called, as if the mail server were unreachable.
const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
let movedSlot: Slot

beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid, '13:00')
  movedSlot = { ...slot, khutbahTime: '14:00' }
  await confirmKhateeb(masjid, khateeb, slot)
  await app.database.db.deleteFrom('letters').execute()
})

async function newsKinds({ client }: TestAccount): Promise<string[]> {
  return (await client.call(getNews, {})).map((it) => it.kind)
}

/** Returns a date as letters show it. */
function inWords(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date))
}

/** Moves the slot by an hour, so that the assignments before and after the move have different times. */
const move = () => masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: movedSlot.khutbahTime })

async function inviteAndAccept(): Promise<void> {
  await confirmByInvite(masjid, khateeb, movedSlot)
}

test('a khateeb who is confirmed again after the slot has moved on the same date gets no news that he was removed', async () => {
  await removeKhateebFrom(masjid, slot)
  await move()
  expect(await newsKinds(khateeb)).toContain('khateeb_removed')
  await inviteAndAccept()
  expect(await newsKinds(khateeb)).not.toContain('khateeb_removed')
  expect(await sendAndListKindsTo(app.database, khateeb)).not.toContain('khateeb_removed')
})

test('a masjid gets no news of a withdrawal if the khateeb is then confirmed again for the moved slot', async () => {
  await withdrawFrom(khateeb, slot)
  await move()
  expect(await newsKinds(masjid)).toContain('khateeb_withdrew')
  await inviteAndAccept()
  expect(await newsKinds(masjid)).not.toContain('khateeb_withdrew')
  expect(await sendAndListKindsTo(app.database, masjid)).toEqual(['invite_accepted'])
})

test('a khateeb who has accepted an invite after the slot has moved gets no news of the move', async () => {
  await removeKhateebFrom(masjid, slot)
  await inviteKhateeb(masjid, khateeb, slot)
  await move()
  await acceptInviteTo(khateeb, movedSlot)
  expect(await newsKinds(khateeb)).not.toContain('slot_moved')
  expect(await sendAndListKindsTo(app.database, khateeb)).not.toContain('slot_moved')
})

test('a khateeb whose request for a moved slot was rejected, and who was then invited, gets no letter about the request', async () => {
  await removeKhateebFrom(masjid, slot)
  await requestSlot(khateeb, slot)
  await move()
  await rejectKhateeb(masjid, khateeb, movedSlot)
  await inviteKhateeb(masjid, khateeb, movedSlot)
  expect(await newsKinds(khateeb)).not.toContain('slot_moved')
  expect((await sendAndListKindsTo(app.database, khateeb)).toSorted()).toEqual([
    'invite_received',
    'khateeb_removed',
  ])
})

test('a khateeb who was removed from a moved slot and then invited gets no letter about the move', async () => {
  await move()
  await removeKhateebFrom(masjid, movedSlot)
  await inviteKhateeb(masjid, khateeb, movedSlot)
  expect((await sendAndListKindsTo(app.database, khateeb)).toSorted()).toEqual([
    'invite_received',
    'khateeb_removed',
  ])
})

test('news of a moved slot shows the old time in the old time zone if the masjid’s time zone changes before the letter is sent', async () => {
  const { startsAt } = await slotSeenBy(masjid, slot)
  await move()
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const news = (await khateeb.client.call(getNews, {})).find(({ kind }) => kind === 'slot_moved')
  expect(news).toMatchObject({
    timeZone: 'America/Chicago',
    movedFrom: { date: friday, time: '13:00', timeZone: 'America/Detroit', startsAt },
  })
  const letters = await sendAndCollectLetters(app.database)
  const letter = letters.find(({ to, kind }) => to === khateeb.email && kind === 'slot_moved')
  expect(letter?.text).toContain(`Old time: ${inWords(friday)} at 1:00 PM (Eastern Standard Time)`)
  expect(letter?.text).toContain(`New time: ${inWords(friday)} at 2:00 PM (Central Standard Time)`)
})

/** Returns the date, the time and the instant of the slot in each piece of the khateeb's news of this kind. */
async function startsOf(kind: string): Promise<readonly string[][]> {
  return (await khateeb.client.call(getNews, {}))
    .filter((it) => it.kind === kind)
    .map(({ khutbahDate, khutbahTime, startsAt }) => [khutbahDate, khutbahTime, startsAt])
}

describe('news to a khateeb about the end of his part in a slot has the slot’s date and time at that moment, even if the slot has moved since:', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_removed', () => removeKhateebFrom(masjid, slot)],
    [
      'invite_revoked',
      async () => {
        await withdrawFrom(khateeb, slot)
        await inviteKhateeb(masjid, khateeb, slot)
        await revokeInviteOf(masjid, khateeb, slot)
      },
    ],
    [
      'request_rejected',
      async () => {
        await withdrawFrom(khateeb, slot)
        await requestSlot(khateeb, slot)
        await rejectKhateeb(masjid, khateeb, slot)
      },
    ],
    [
      'rival_confirmed',
      async () => {
        await withdrawFrom(khateeb, slot)
        await requestSlot(khateeb, slot)
        await confirmKhateeb(masjid, await newKhateeb(app.baseUrl), slot)
      },
    ],
  ])('%s', async (kind, end) => {
    const { startsAt } = await slotSeenBy(masjid, slot)
    await end()
    await masjid.client.call(moveSlot, { ...slot, toDate: fridayAfter(1), toTime: '15:00' })
    expect(await startsOf(kind)).toEqual([[friday, '13:00', startsAt]])
    const letters = await sendAndCollectLetters(app.database)
    const letter = letters.find((it) => it.to === khateeb.email && it.kind === kind)
    expect(letter?.text).toContain('Time: 1:00 PM')
    expect(letter?.text).not.toContain('3:00 PM')
  })
})

describe('news to a masjid about the end of a khateeb’s part in a slot has the slot’s date and time at that moment, even if the slot has moved since:', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_withdrew', () => withdrawFrom(khateeb, slot)],
    ['khateeb_left', () => khateeb.client.call(deleteAccount, { password })],
    [
      'invite_rejected',
      async () => {
        await removeKhateebFrom(masjid, slot)
        await inviteKhateeb(masjid, khateeb, slot)
        await rejectInviteTo(khateeb, slot)
      },
    ],
    [
      'request_revoked',
      async () => {
        await removeKhateebFrom(masjid, slot)
        await requestSlot(khateeb, slot)
        await revokeRequest(khateeb, slot)
      },
    ],
    [
      'khateeb_booked_elsewhere',
      async () => {
        await removeKhateebFrom(masjid, slot)
        await requestSlot(khateeb, slot)
        const other = await newMasjid(app.baseUrl)
        await confirmKhateeb(other, khateeb, await postSlot(other, '13:00'))
      },
    ],
  ])('%s', async (kind, end) => {
    const { startsAt } = await slotSeenBy(masjid, slot)
    await end()
    await masjid.client.call(moveSlot, { ...slot, toDate: fridayAfter(1), toTime: '15:00' })
    const news = (await masjid.client.call(getNews, {})).filter((it) => it.kind === kind)
    expect(news).toMatchObject([{ khutbahDate: friday, khutbahTime: '13:00', startsAt }])
    const letters = await sendAndCollectLetters(app.database)
    const letter = letters.find((it) => it.to === masjid.email && it.kind === kind)
    expect(letter?.text).toContain(`Date: ${inWords(friday)}`)
    expect(letter?.text).toContain('Time: 1:00 PM')
    expect(letter?.text).toContain(`New time: ${inWords(fridayAfter(1))} at 3:00 PM`)
    expect(letter?.subject).toContain(inWords(friday))
  })
})

test('the bell no longer lists news of a removal after the old start, even if the slot has moved to a later date', async () => {
  const reading = await withPermanentSession(app, khateeb)
  await removeKhateebFrom(masjid, slot)
  await masjid.client.call(moveSlot, { ...slot, toDate: fridayAfter(1), toTime: '13:00' })
  expect(await newsKinds(reading)).toEqual(['khateeb_removed'])
  await app.setNow(`${friday}T18:01:00Z`)
  expect(await newsKinds(reading)).toEqual([])
  await app.setNow(null)
})

describe('a khateeb who has not confirmed the new time of a moved slot', () => {
  let later: Slot
  beforeEach(async () => {
    later = { ...slot, khutbahDate: fridayAfter(1), khutbahTime: '15:00' }
    await masjid.client.call(moveSlot, { ...slot, toDate: later.khutbahDate, toTime: later.khutbahTime })
  })
  const agreed = { date: friday, time: '13:00' }
  const agreement = `You had agreed to give this khutbah on ${inWords(friday)} at 1:00 PM`

  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_removed', () => removeKhateebFrom(masjid, later)],
    ['slot_removed', () => masjid.client.call(removeSlot, later)],
    ['masjid_left', () => masjid.client.call(deleteAccount, { password })],
  ])(
    'sees the time that he agreed to in the news %s, because he no longer gets a letter about the move',
    async (kind, end) => {
      await end()
      const [news] = await khateeb.client.call(getNews, {})
      expect(news).toMatchObject({ kind, khutbahDate: fridayAfter(1), movedFrom: agreed })
      const letters = await sendAndCollectLettersTo(app.database, khateeb)
      expect(letters.map((it) => it.kind)).toEqual([kind])
      expect(letters[0]?.text).toContain(agreement)
    },
  )

  test('who then confirms the new time and is removed gets a letter that doesn’t mention the time before the move', async () => {
    const { slotId, startsAt } = await slotSeenBy(masjid, later)
    await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', slotId, seenStart: startsAt })
    await removeKhateebFrom(masjid, later)
    const letters = await sendAndCollectLetters(app.database)
    expect(letters.find((it) => it.kind === 'khateeb_removed')?.text).not.toContain('You had agreed')
  })

  test('if the slot moves again, gets news and a letter whose old time is the agreed time', async () => {
    await masjid.client.call(moveSlot, { ...later, toDate: fridayAfter(2), toTime: '17:00' })
    const letters = await sendAndCollectLettersTo(app.database, khateeb)
    expect(letters.map((it) => it.kind)).toEqual(['slot_moved'])
    expect(letters[0]?.text).toContain(`Old time: ${inWords(friday)} at 1:00 PM`)
    expect(letters[0]?.text).toContain(`New time: ${inWords(fridayAfter(2))} at 5:00 PM`)
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'slot_moved', khutbahDate: fridayAfter(2), movedFrom: agreed })
  })

  test('if the slot moves back, gets a letter whose old time is the time before the move back', async () => {
    await masjid.client.call(moveSlot, { ...later, toDate: friday, toTime: '13:00' })
    const [letter] = await sendAndCollectLetters(app.database)
    expect(letter?.text).toContain(`Old time: ${inWords(fridayAfter(1))} at 3:00 PM`)
    expect(letter?.text).toContain(`New time: ${inWords(friday)} at 1:00 PM`)
  })
})

describe('a khateeb who stays confirmed for a slot that has moved by a few minutes', () => {
  let nearby: Slot
  beforeEach(async () => {
    nearby = { ...slot, khutbahTime: '13:10' }
    await masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: nearby.khutbahTime })
  })
  const agreed = { date: friday, time: '13:00' }

  test.each<[string, () => Promise<unknown>]>([
    ['khateeb_removed', () => removeKhateebFrom(masjid, nearby)],
    ['slot_removed', () => masjid.client.call(removeSlot, nearby)],
  ])(
    'sees the time that he agreed to in the news %s, because he no longer gets a letter about the move',
    async (kind, end) => {
      await end()
      expect(await khateeb.client.call(getNews, {})).toMatchObject([{ kind, movedFrom: agreed }])
      const letters = await sendAndCollectLettersTo(app.database, khateeb)
      expect(letters.map((it) => it.kind)).toEqual([kind])
      expect(letters[0]?.text).toContain(
        `You had agreed to give this khutbah on ${inWords(friday)} at 1:00 PM`,
      )
    },
  )

  test.each([
    ['13:05', '1:05 PM'],
    ['15:00', '3:00 PM'],
  ])(
    'is told the time that he agreed to as the old time if the slot moves again, to %s',
    async (toTime, inLetter) => {
      await masjid.client.call(moveSlot, { ...nearby, toDate: friday, toTime })
      const letters = await sendAndCollectLettersTo(app.database, khateeb)
      expect(letters.map((it) => it.kind)).toEqual(['slot_moved'])
      expect(letters[0]?.text).toContain(`Old time: ${inWords(friday)} at 1:00 PM`)
      expect(letters[0]?.text).toContain(`New time: ${inWords(friday)} at ${inLetter}`)
    },
  )
})

describe.each([
  {
    direction: 'invite',
    propose: (asked: Slot) => inviteKhateeb(masjid, khateeb, asked),
    ending: 'invite_revoked',
    end: (asked: Slot) => revokeInviteOf(masjid, khateeb, asked),
    phrase: 'You had been invited to give',
  },
  {
    direction: 'request',
    propose: (asked: Slot) => requestSlot(khateeb, asked),
    ending: 'request_rejected',
    end: (asked: Slot) => rejectKhateeb(masjid, khateeb, asked),
    phrase: 'You had asked to give',
  },
])('a khateeb with a pending $direction for a slot that has moved', ({ propose, ending, end, phrase }) => {
  let once: Slot
  const first = { date: friday, time: '17:00' }
  beforeEach(async () => {
    const asked = await postSlot(masjid, first.time)
    await propose(asked)
    once = { ...asked, khutbahDate: fridayAfter(1) }
    await masjid.client.call(moveSlot, { ...asked, toDate: once.khutbahDate, toTime: first.time })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['slot_removed', () => masjid.client.call(removeSlot, once)],
    ['masjid_left', () => masjid.client.call(deleteAccount, { password })],
    [ending, () => end(once)],
    ['rival_confirmed', async () => confirmKhateeb(masjid, await newKhateeb(app.baseUrl), once)],
  ])(
    'learns from the news %s which time the slot had before the move, because he gets no letter about the move',
    async (kind, act) => {
      await act()
      const news = (await khateeb.client.call(getNews, {})).filter((it) => it.khutbahTime === first.time)
      expect(news).toMatchObject([{ kind, khutbahDate: fridayAfter(1), movedFrom: first }])
      const [letter, ...others] = await sendAndCollectLettersTo(app.database, khateeb)
      expect(others).toEqual([])
      expect(letter?.text).toContain(`${phrase} this khutbah on ${inWords(friday)} at 5:00 PM`)
    },
  )

  test('is told no old start if the slot moves back and is then removed', async () => {
    await masjid.client.call(moveSlot, { ...once, toDate: friday, toTime: first.time })
    await masjid.client.call(removeSlot, { ...once, khutbahDate: friday })
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'slot_removed', khutbahDate: friday, movedFrom: null })
  })

  test('if the slot moves again, gets news and a letter whose old time is the time before the first move', async () => {
    await masjid.client.call(moveSlot, { ...once, toDate: fridayAfter(2), toTime: first.time })
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'slot_moved', khutbahDate: fridayAfter(2), movedFrom: first })
    const letters = (await sendAndCollectLetters(app.database)).filter((it) => it.kind === 'slot_moved')
    expect(letters.map((it) => it.text.match(/Old time: .*/)?.[0])).toEqual([
      expect.stringContaining(`${inWords(friday)} at 5:00 PM`),
    ])
  })

  test('if the slot moves back, gets a letter whose old time is the time before the move back', async () => {
    await masjid.client.call(moveSlot, { ...once, toDate: friday, toTime: first.time })
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ movedFrom: { date: fridayAfter(1), time: first.time } })
  })

  test('if a second move closes the proposal, gets news whose old time is the time before the first move', async () => {
    await masjid.client.call(moveSlot, { ...once, toDate: friday, toTime: '13:30' })
    const [news] = await khateeb.client.call(getNews, {})
    expect(news).toMatchObject({ kind: 'proposal_closed_by_move', khutbahTime: '13:30', movedFrom: first })
  })
})

test('the letter to a khateeb whose request was approved after the slot had moved by a few minutes also has the time that he asked for', async () => {
  const asked = await postSlot(masjid, '17:00')
  await requestSlot(khateeb, asked)
  await masjid.client.call(moveSlot, { ...asked, toDate: friday, toTime: '17:10' })
  await approveKhateeb(masjid, khateeb, { ...asked, khutbahTime: '17:10' })
  const letters = await sendAndCollectLettersTo(app.database, khateeb)
  expect(letters.map((it) => it.kind)).toEqual(['request_approved'])
  expect(letters[0]?.text).toContain('Time: 5:10 PM')
  expect(letters[0]?.text).toContain(`You had asked to give this khutbah on ${inWords(friday)} at 5:00 PM`)
})

test('a khateeb who is removed, and confirmed again after the slot has moved to another date, still gets the news of his removal, with the former date', async () => {
  await removeKhateebFrom(masjid, slot)
  await masjid.client.call(moveSlot, { ...slot, toDate: fridayAfter(1), toTime: '13:00' })
  const later = { ...slot, khutbahDate: fridayAfter(1) }
  await confirmByInvite(masjid, khateeb, later)
  const [removal, ...others] = (await khateeb.client.call(getNews, {})).filter(
    (it) => it.kind === 'khateeb_removed',
  )
  expect(others).toEqual([])
  expect(removal).toMatchObject({ khutbahDate: friday, khutbahTime: '13:00' })
  expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['khateeb_removed'])
})

test('a queued letter about an accepted invite does not say “confirmed” while the khateeb is asked to confirm a new time', async () => {
  await withdrawFrom(khateeb, slot)
  await confirmByInvite(masjid, khateeb, slot)
  await move()
  const letters = await sendAndCollectLetters(app.database)
  const acceptance = letters.find((it) => it.to === masjid.email && it.kind === 'invite_accepted')
  expect(acceptance?.subject).toContain('hasn’t confirmed the new time yet')
  expect(acceptance?.text).not.toContain('is confirmed')
})
