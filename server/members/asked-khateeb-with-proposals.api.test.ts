import { beforeEach, describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  lookUpInvitation,
} from '../../contract/invitation-links.ts'
import { revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs, markKhateeb } from '../../contract/our-khateebs.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, type TestAccount } from '../../tests/runtime/people.ts'
import { askByEmail, newConfirmedKhateeb, newOwnerWithSlot } from '../../tests/runtime/questions-by-email.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import {
  approveKhateeb,
  confirmByInvite,
  confirmKhateeb,
  friday,
  inviteKhateeb,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import type { TestMember } from '../../tests/runtime/team.ts'
import { endOutdatedQuestions } from './ask-for-slot.ts'
import { tellOfMovedSlots } from './tell-of-moved-slots.ts'

const app = await startApp()

let owner: TestMember
let khateeb: TestAccount
let slot: Slot
let slotId: string
let seenStart: string
beforeEach(async () => {
  ;({ owner, slot, slotId, seenStart } = await newOwnerWithSlot(app))
  khateeb = await newConfirmedKhateeb(app)
})

/** The owner invites the khateeb's email address to fill the slot. Returns the token in the letter. */
async function ask(): Promise<string> {
  return (await askByEmail(app, owner, slotId, khateeb.email)).token
}

async function revokeQuestion(): Promise<void> {
  const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
  await owner.client.call(revokeInvitation, { invitationId: invitations[0]?.invitationId ?? '' })
}

const accept = (token: string) => app.client().call(acceptSlotByInvitation, { token, seenStart })
const nameInSlot = async () => (await slotSeenBy(owner, slot)).khateeb
const notNeededLetters = () => queuedLetters(app.database, khateeb.email, 'new_khateeb_not_needed')

describe('a khateeb who is invited by email for a slot, and then confirmed in another way,', () => {
  test('gets no letter that the slot is filled, and can still become one of the masjid’s khateebs by the link', async () => {
    const token = await ask()
    await confirmKhateeb(owner, khateeb, slot)
    await endOutdatedQuestions(app.database)
    expect(await notNeededLetters()).toEqual([])
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ slot: null })
  })

  test('gets no letter about the end of the invitation when the owner revokes it', async () => {
    await ask()
    await confirmByInvite(owner, khateeb, slot)
    await revokeQuestion()
    expect(await notNeededLetters()).toEqual([])
  })

  test('gets no letter that repeats the invitation after the slot has moved', async () => {
    await ask()
    await confirmKhateeb(owner, khateeb, slot)
    await owner.client.call(moveSlot, { slotId, toDate: friday, toTime: '14:00', masjidUid: 'me' })
    await tellOfMovedSlots(app.database)
    expect(await queuedLetters(app.database, khateeb.email, 'new_khateeb_slot_moved')).toEqual([])
  })
})

describe('a khateeb who has requested the slot for which he is invited by email', () => {
  test('accepts by the link, which approves his request in the name of the owner who invited him', async () => {
    await requestSlot(khateeb, slot)
    const token = await ask()
    expect(await accept(token)).toEqual({})
    expect(await nameInSlot()).toBe(khateeb.name)
    expect(await queuedLetters(app.database, khateeb.email, 'request_approved')).toHaveLength(1)
    expect(await queuedLetters(app.database, owner.email, 'invite_accepted')).toHaveLength(1)
    const audit = app.database.db.selectFrom('audit').where('slot_id', '=', slotId)
    const approval = audit.where('event', '=', 'request_accepted').select('by_person_id')
    expect(await approval.execute()).toEqual([{ by_person_id: owner.personId }])
  })

  test('is confirmed for the time in the letter with the link, even if the slot moved after his request', async () => {
    await requestSlot(khateeb, slot)
    await owner.client.call(moveSlot, { slotId, toDate: friday, toTime: '16:00', masjidUid: 'me' })
    const moved = { ...slot, khutbahTime: '16:00' }
    const { startsAt } = await slotSeenBy(owner, moved)
    await app.client().call(acceptSlotByInvitation, { token: await ask(), seenStart: startsAt })
    expect(await slotSeenBy(owner, moved)).toMatchObject({
      khateeb: khateeb.name,
      awaitsReconfirmation: false,
    })
  })

  test('accepts by the link when signed in', async () => {
    await requestSlot(khateeb, slot)
    await khateeb.client.call(acceptInvitation, { token: await ask(), seenStart })
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('closes the requests of other khateebs by accepting, and the masjid’s letter lists these requests', async () => {
    const other = await newKhateeb(app.baseUrl)
    await requestSlot(other, slot)
    await requestSlot(khateeb, slot)
    await accept(await ask())
    expect(await queuedLetters(app.database, other.email, 'rival_confirmed')).toHaveLength(1)
    expect(await queuedLetters(app.database, owner.email, 'invite_accepted')).toMatchObject([
      { closed: [{ direction: 'request', otherSide: other.name, time: '13:00' }] },
    ])
  })

  test('is refused without a reason if the masjid has since marked him as not wanted', async () => {
    await requestSlot(khateeb, slot)
    const token = await ask()
    await owner.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'not_wanted' })
    await expect(accept(token)).rejects.toMatchObject(conflict('proposal_closed'))
    expect(await nameInSlot()).toBe('None')
  })

  test('is refused if the slot was given to another khateeb', async () => {
    await requestSlot(khateeb, slot)
    const token = await ask()
    const other = await newKhateeb(app.baseUrl)
    await requestSlot(other, slot)
    await approveKhateeb(owner, other, slot)
    await expect(accept(token)).rejects.toMatchObject(conflict('slot_taken'))
  })
})

describe('a khateeb whom the masjid has already invited three times for the slot', () => {
  beforeEach(async () => {
    for (let count = 0; count < 3; count += 1) {
      await inviteKhateeb(owner, khateeb, slot)
      await revokeInviteOf(owner, khateeb, slot)
    }
  })

  test('accepts by the link, and his answer counts as a request that the owner approves', async () => {
    await accept(await ask())
    expect(await nameInSlot()).toBe(khateeb.name)
    const proposals = app.database.db.selectFrom('proposals').where('slot_id', '=', slotId)
    const directions = await proposals.orderBy('number').select(['direction', 'state']).execute()
    expect(directions.at(-1)).toEqual({ direction: 'request', state: 'accepted' })
    expect(directions.filter((it) => it.direction === 'invite')).toHaveLength(3)
  })

  test('cannot accept by the link if he has also requested the slot three times', async () => {
    for (let count = 0; count < 3; count += 1) {
      await requestSlot(khateeb, slot)
      await revokeRequest(khateeb, slot)
    }
    await expect(accept(await ask())).rejects.toMatchObject(conflict('too_many_proposals'))
  })
})
