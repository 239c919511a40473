import { beforeEach, describe, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  lookUpInvitation,
} from '../../contract/invitation-links.ts'
import { markKhateeb } from '../../contract/our-khateebs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb } from '../../tests/runtime/people.ts'
import { askByEmail, newConfirmedKhateeb, newOwnerWithSlot } from '../../tests/runtime/questions-by-email.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { friday, postSlot, type Slot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()

let owner: TestMember
let slot: Slot
let slotId: string
let seenStart: string
beforeEach(async () => {
  ;({ owner, slot, slotId, seenStart } = await newOwnerWithSlot(app))
})

const ask = (email?: string, by = owner, id = slotId) => askByEmail(app, by, id, email)
const acceptWithAccount = (token: string) => app.client().call(acceptSlotByInvitation, { token, seenStart })
const nameInSlot = async () => (await slotSeenBy(owner, slot)).khateeb

describe('a khateeb with an account who is invited for a slot', () => {
  test('with a confirmed email accepts without signing in', async () => {
    const khateeb = await newConfirmedKhateeb(app)
    const { token } = await ask(khateeb.email)
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ isOfKhateeb: true })
    expect(await acceptWithAccount(token)).toEqual({})
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('with an unconfirmed email can accept only when signed in', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const { token } = await ask(khateeb.email)
    await expect(acceptWithAccount(token)).rejects.toMatchObject({ status: 403, code: 'not_invited' })
    await khateeb.client.call(acceptInvitation, { token, seenStart })
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('can accept a slot on a date on which he is away', async () => {
    const khateeb = await newConfirmedKhateeb(app)
    await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
    const { token } = await ask(khateeb.email)
    await acceptWithAccount(token)
    expect(await nameInSlot()).toBe(khateeb.name)
  })

  test('cannot accept two slots whose times overlap', async () => {
    const khateeb = await newConfirmedKhateeb(app)
    const other = await newOwner(app)
    const otherSlot = await postSlot(other, '13:30')
    const { token } = await ask(khateeb.email)
    const { slotId: otherId, startsAt } = await slotSeenBy(other, otherSlot)
    await app.database.db.deleteFrom('letters').where('recipient', '=', khateeb.email).execute()
    const second = await ask(khateeb.email, other, otherId)
    await acceptWithAccount(token)
    const again = app.client().call(acceptSlotByInvitation, { token: second.token, seenStart: startsAt })
    await expect(again).rejects.toMatchObject(conflict('khateeb_busy'))
  })

  test('is refused if he is marked as not wanted, and the failure does not reveal the mark', async () => {
    const khateeb = await newConfirmedKhateeb(app)
    await owner.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'not_wanted' })
    const { token } = await ask(khateeb.email)
    await expect(acceptWithAccount(token)).rejects.toMatchObject(conflict('proposal_closed'))
  })
})
