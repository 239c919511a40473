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
import { invite, newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp({ env: { LIMIT_RESET: '1000/600' } })

let former: TestMember
let other: TestMember
beforeEach(async () => {
  former = await newOwner(app)
  other = await newMember(app, former, 'owner')
})

const lookUp = (token: string) => app.client().call(lookUpInvitation, { token })

describe.each<readonly [how: string, end: () => Promise<unknown>]>([
  ['who is removed', () => other.client.call(removeMember, { password, personId: former.personId })],
  [
    'who is demoted',
    () => other.client.call(changeMemberRole, { password, personId: former.personId, memberRole: 'viewer' }),
  ],
  [
    'who hands the masjid over and stays',
    () => former.client.call(handOver, { password, personId: other.personId, stay: true }),
  ],
  [
    'who hands the masjid over and leaves',
    () => former.client.call(handOver, { password, personId: other.personId, stay: false }),
  ],
  ['who leaves the masjid', () => former.client.call(leaveMasjid, { password })],
  ['who deletes their account', () => former.client.call(deleteAccount, { password })],
])('an owner %s', (_, end) => {
  test('cannot return by an invitation that they sent', async () => {
    const { token } = await invite(app, former, 'owner')
    const { token: byOther } = await invite(app, other, 'viewer')
    await end()
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    expect(await lookUp(byOther)).toMatchObject({ invitedAs: 'viewer' })
  })

  test('has no more pending invitations of khateebs for slots, and the invited khateebs get a letter', async () => {
    const { slotId } = await slotSeenBy(former, await postSlot(former, '13:00'))
    const email = `khateeb-${randomUUID()}@minbar.example`
    await former.client.call(inviteNewKhateeb, { email, slotId })
    const token = await tokenInLetter(app, email, 'new_khateeb_asked')
    await end()
    await expect(lookUp(token)).rejects.toMatchObject(linkSpentError)
    expect(await queuedLetters(app.database, email, 'new_khateeb_not_needed')).toMatchObject([
      { why: 'revoked', slot: { time: '13:00' } },
    ])
  })
})
