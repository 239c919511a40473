import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { lookUpInvitation } from '../../contract/invitation-links.ts'
import {
  changeMemberRole,
  handOver,
  inviteNewKhateeb,
  leaveMasjid,
  removeMember,
} from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError, tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { postSlot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { inviteAndReadToken, newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()

let formerOwner: TestMember
let otherOwner: TestMember
beforeEach(async () => {
  formerOwner = await newOwner(app)
  otherOwner = await newMember(app, formerOwner, 'owner')
})

const lookUp = (token: string) => app.client().call(lookUpInvitation, { token })

describe.each<readonly [how: string, end: () => Promise<unknown>]>([
  [
    'who is removed',
    () => otherOwner.client.call(removeMember, { password, personId: formerOwner.personId }),
  ],
  [
    'who is demoted',
    () =>
      otherOwner.client.call(changeMemberRole, {
        password,
        personId: formerOwner.personId,
        memberRole: 'viewer',
      }),
  ],
  [
    'who hands the masjid over and stays',
    () => formerOwner.client.call(handOver, { password, personId: otherOwner.personId, stay: true }),
  ],
  [
    'who hands the masjid over and leaves',
    () => formerOwner.client.call(handOver, { password, personId: otherOwner.personId, stay: false }),
  ],
  ['who leaves the masjid', () => formerOwner.client.call(leaveMasjid, { password })],
  ['who deletes their account', () => formerOwner.client.call(deleteAccount, { password })],
])('an owner %s', (_, end) => {
  test('cannot return by an invitation that they sent', async () => {
    const { token } = await inviteAndReadToken(app, formerOwner, 'owner')
    const { token: byOther } = await inviteAndReadToken(app, otherOwner, 'viewer')
    await end()
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    expect(await lookUp(byOther)).toMatchObject({ invitedAs: 'viewer' })
  })

  test('leaves no pending invitation for a slot, and the invited khateebs get a letter', async () => {
    const { slotId } = await slotSeenBy(formerOwner, await postSlot(formerOwner, '13:00'))
    const email = `khateeb-${randomUUID()}@minbar.example`
    await formerOwner.client.call(inviteNewKhateeb, { email, slotId })
    const token = await tokenInLetter(app, email, 'new_khateeb_asked')
    await end()
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    expect(await queuedLetters(app.database, email, 'new_khateeb_not_needed')).toMatchObject([
      { why: 'revoked', slot: { time: '13:00' } },
    ])
  })
})
