import { beforeEach, describe, expect, test } from 'vitest'
import { sendVerification, verifyEmail } from '../../contract/account-email.ts'
import { lookUpAnswerLink } from '../../contract/answer-links.ts'
import { undoEmailChange } from '../../contract/email-change.ts'
import { lookUpInvitation } from '../../contract/invitation-links.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { answerTokenIn } from '../../tests/runtime/answer-links.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { changeEmailOf, tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { inviteKhateeb, postSlot } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { introduceConfirmedKhateebs } from './introduce-khateeb.ts'

const app = await startApp()

let owner: TestMember
let khateeb: TestAccount
beforeEach(async () => {
  owner = await newOwner(app)
  khateeb = await newKhateeb(app.baseUrl)
})

const verify = (token: string) => app.client().call(verifyEmail, { token })

/** Confirms the khateeb's email by a link. Returns the token of another, unused link in an earlier letter. */
async function confirmByNewerLink(): Promise<string> {
  await khateeb.client.call(sendVerification, {})
  await verify(await tokenInLetter(app, khateeb.email, 'verify_email'))
  return tokenInLetter(app, khateeb.email, 'welcome')
}

/** The owner invites the khateeb's email address. Returns the token in the letter. */
async function invite(): Promise<string> {
  await owner.client.call(inviteNewKhateeb, { email: khateeb.email })
  return tokenInLetter(app, khateeb.email, 'new_khateeb_invited')
}

/**
 * Runs the job that introduces khateebs to masjids that invited them by email. If the email was confirmed before the invitation, the masjid
 * must not learn who owns it before this person answers. Returns the owner's letters that tell that an invited khateeb has joined, the
 * masjid's khateebs and pending invitations, and the email to which the link of the invitation belongs.
 */
async function runJobAndReadState(token: string) {
  await introduceConfirmedKhateebs(app.database)
  const { khateebs, invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
  return {
    letters: await queuedLetters(app.database, owner.email, 'invited_khateeb_joined'),
    khateebs,
    invitedEmails: invitations.map((it) => it.email),
    emailOfLink: (await app.client().call(lookUpInvitation, { token })).email,
  }
}

const stateWithoutIntroduction = () => ({
  letters: [],
  khateebs: [],
  invitedEmails: [khateeb.email],
  emailOfLink: khateeb.email,
})

describe('an old verification link that is used after the email was confirmed', () => {
  test('does not introduce the khateeb to a masjid that invited him after the confirmation', async () => {
    const older = await confirmByNewerLink()
    const token = await invite()
    expect(await verify(older)).toEqual({})
    expect(await runJobAndReadState(token)).toEqual(stateWithoutIntroduction())
  })

  test('does not end the answer links in the khateeb’s letters', async () => {
    const older = await confirmByNewerLink()
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    const letters = await sendAndCollectLetters(app.database)
    const invited = letters.find((it) => it.to === khateeb.email && it.kind === 'invite_received')
    const token = answerTokenIn(invited?.text ?? '') ?? 'no link'
    await verify(older)
    expect(await app.client().call(lookUpAnswerLink, { token })).toMatchObject({ question: 'invite' })
  })
})

test('when a khateeb’s former address is restored, a masjid that invited this address does not learn that he has joined', async () => {
  await confirmByNewerLink()
  const undoToken = await changeEmailOf(app, khateeb, khateeb.email, unusedAddress())
  const token = await invite()
  await app.client().call(undoEmailChange, { token: undoToken })
  expect(await runJobAndReadState(token)).toEqual(stateWithoutIntroduction())
})
