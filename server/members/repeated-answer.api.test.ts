import { beforeEach, describe, expect, test } from 'vitest'
import { removeKhateeb } from '../../contract/assignments.ts'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  declineInvitation,
  joinAsKhateeb,
} from '../../contract/invitation-links.ts'
import { revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndListKindsTo } from '../../tests/runtime/collect-letters.ts'
import { linkSpentError } from '../../tests/runtime/email-changes.ts'
import {
  askByEmail,
  moveSlotById,
  newConfirmedKhateeb,
  newKhateebProfile,
  newOwnerWithSlot,
} from '../../tests/runtime/questions-by-email.ts'
import type { TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()

let owner: TestMember
let slotId: string
let seenStart: string
beforeEach(async () => {
  ;({ owner, slotId, seenStart } = await newOwnerWithSlot(app))
})

const ask = (email?: string, by = owner, id = slotId) => askByEmail(app, by, id, email)
const accept = (token: string) => app.client().call(joinAsKhateeb, { token, seenStart, ...newKhateebProfile })
const acceptWithAccount = (token: string) => app.client().call(acceptSlotByInvitation, { token, seenStart })

const decline = (token: string) => app.client().call(declineInvitation, { token })

describe('an answer that is repeated because its response was lost', () => {
  test('gets the same response and changes nothing if a khateeb with an account said Yes', async () => {
    const khateeb = await newConfirmedKhateeb(app)
    const { token } = await ask(khateeb.email)
    expect(await acceptWithAccount(token)).toEqual({})
    await sendAndListKindsTo(app.database, owner)
    expect(await acceptWithAccount(token)).toEqual({})
    expect(await khateeb.client.call(acceptInvitation, { token, seenStart })).toEqual({ uid: khateeb.uid })
    expect(await sendAndListKindsTo(app.database, owner)).toEqual([])
  })

  test('gets the same response and changes nothing if a khateeb without an account said Yes', async () => {
    const { token, email } = await ask()
    const { uid } = await accept(token)
    await sendAndListKindsTo(app.database, { email })
    expect(await accept(token)).toEqual({ uid })
    expect(await sendAndListKindsTo(app.database, { email })).toEqual([])
  })

  test('gets the same response and changes nothing if the answer was No', async () => {
    const { token } = await ask()
    await decline(token)
    await sendAndListKindsTo(app.database, owner)
    expect(await decline(token)).toEqual({})
    expect(await sendAndListKindsTo(app.database, owner)).toEqual([])
  })

  test('is refused if the khateeb has lost the slot, or if the slot has another start now', async () => {
    const khateeb = await newConfirmedKhateeb(app)
    const { token } = await ask(khateeb.email)
    await acceptWithAccount(token)
    await moveSlotById(owner, slotId, '13:10')
    await expect(acceptWithAccount(token)).rejects.toMatchObject(linkSpentError)
    await moveSlotById(owner, slotId, '13:00')
    expect(await acceptWithAccount(token)).toEqual({})
    await owner.client.call(removeKhateeb, { slotId, masjidUid: 'me' })
    await expect(acceptWithAccount(token)).rejects.toMatchObject(linkSpentError)
  })

  test('is refused if it differs from the first answer, or if the invitation was revoked', async () => {
    const [accepted, revoked] = [await ask(), await ask()]
    const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    const invitationId = invitations.find((it) => it.email === revoked.email)?.invitationId ?? ''
    await owner.client.call(revokeInvitation, { invitationId })
    await accept(accepted.token)
    await expect(decline(accepted.token)).rejects.toMatchObject(linkSpentError)
    await expect(decline(revoked.token)).rejects.toMatchObject(linkSpentError)
    await expect(accept(revoked.token)).rejects.toMatchObject(linkSpentError)
  })
})
