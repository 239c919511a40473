import { randomUUID } from 'node:crypto'
import { verifyEmail } from '../../contract/account-email.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { clientOf, type TestApp } from './app.ts'
import { tokenInLetter } from './email-changes.ts'
import { newKhateeb, type TestAccount } from './people.ts'
import { friday, postSlot, slotSeenBy } from './slots.ts'
import { newOwner } from './team.ts'

type RunningApp = Pick<TestApp, 'baseUrl' | 'database'>

/** The profile of a khateeb who joins with an invitation. */
export const newKhateebProfile = {
  firstName: 'Bilal',
  lastName: 'Rahman',
  phone: '(313) 555-0111',
  zipCode: '48126',
}

/** Returns an email address that no account has. */
export function newKhateebAddress(): string {
  return `khateeb-${randomUUID()}@minbar.example`
}

/** Signs up a masjid whose owner can invite khateebs by email, and posts an open slot of the masjid. */
export async function newOwnerWithSlot(app: RunningApp) {
  const owner = await newOwner(app)
  const slot = await postSlot(owner)
  const { slotId, startsAt: seenStart } = await slotSeenBy(owner, slot)
  return { owner, slot, slotId, seenStart }
}

/** Signs up a khateeb who has confirmed his email. */
export async function newConfirmedKhateeb(app: RunningApp): Promise<TestAccount> {
  const khateeb = await newKhateeb(app.baseUrl)
  const token = await tokenInLetter(app, khateeb.email, 'welcome')
  await clientOf(app.baseUrl).call(verifyEmail, { token })
  return khateeb
}

/** An owner invites an email address to fill a slot. Returns the address, and the token in the letter. */
export async function askByEmail(
  app: RunningApp,
  owner: TestAccount,
  slotId: string,
  email = newKhateebAddress(),
): Promise<{ readonly email: string; readonly token: string }> {
  await owner.client.call(inviteNewKhateeb, { email, slotId })
  return { email, token: await tokenInLetter(app, email, 'new_khateeb_asked') }
}

/** Moves a slot to another time on `friday`. Unlike `moveSlotTo`, does not need the slot's current time. */
export async function moveSlotById(owner: TestAccount, slotId: string, toTime: string): Promise<void> {
  await owner.client.call(moveSlot, { slotId, toDate: friday, toTime, masjidUid: 'me' })
}
