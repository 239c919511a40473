import { expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { removeKhateeb } from '../../contract/assignments.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { changeName } from '../../contract/members.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { password } from '../runtime/people.ts'
import { postSlot, requestSlot } from '../runtime/slots.ts'
import { recipientsByKind } from './letter-privacy/recipients-by-kind.ts'
import { sendAccountLetters } from './letter-privacy/send-account-letters.ts'
import { sendMemberLetters } from './letter-privacy/send-member-letters.ts'
import { sendProposalLetters } from './letter-privacy/send-proposal-letters.ts'
import {
  createWorld,
  decliningEmail,
  invitedEmail,
  newEmail,
  phonePattern,
  postAndConfirm,
} from './letter-privacy/world.ts'

const addressPattern = /[\w.+-]+@minbar\.example/g

const world = await createWorld()
const { app, letters, khateeb, otherKhateeb, masjid, otherMasjid, dispatch } = world

/** Returns the text of a letter of this kind. */
function textOf(kind: string): string {
  return [...letters].find(([name]) => name.includes(kind))?.[1].text ?? ''
}

/** The names of the masjids’ members. */
const memberNames = ['Aisha Colleague', 'Omar Colleague', 'Bilal Rahman']
const khateebEmails: readonly string[] = [khateeb.email, otherKhateeb.email, newEmail]

/**
 * Returns the names of members that a letter contains but may not contain. A letter to a khateeb may name only the masjid. A letter to a
 * member may name members, so for such a letter, the list is empty.
 */
function memberNamesIn(said: string, to: string): readonly string[] {
  return khateebEmails.includes(to) ? memberNames.filter((it) => said.includes(it)) : []
}

test('letters go only to the expected recipients, and contain no khateeb’s phone, only allowed emails and, for khateebs, no member’s name', async () => {
  await masjid.client.call(changeName, { name: 'Aisha Colleague' })
  await otherMasjid.client.call(changeName, { name: 'Omar Colleague' })
  // Confirm the emails, because letters to an unconfirmed email have lower limits, and a person with an unconfirmed email cannot invite
  // members.
  const tokens = [
    await tokenInLetter(app, khateeb.email, 'welcome'),
    await tokenInLetter(app, masjid.email, 'welcome'),
  ]
  await dispatch()
  for (const token of tokens) await app.client().call(verifyEmail, { token })
  await sendProposalLetters(world)
  await sendMemberLetters(world)
  await sendAccountLetters(world)
  await dispatch()
  // Above the hourly limit of one letter, further news goes into a digest.
  await masjid.client.call(removeKhateeb, await postAndConfirm(world, '15:00'))
  await dispatch(1)
  await requestSlot(khateeb, await postSlot(otherMasjid, '17:00'))
  await otherMasjid.client.call(deleteAccount, { password })
  await dispatch()
  await khateeb.client.call(deleteAccount, { password })
  await dispatch()

  const sentTo: Record<string, string[]> = {}
  for (const [name, letter] of letters) {
    const kind = name.split('-')[1] ?? ''
    const { to = [], from, subject, text = '', html = '', headers } = letter
    expect([kind, to.length, from?.address]).toEqual([kind, 1, 'no-reply@minbar.test'])
    sentTo[kind] = [...new Set([...(sentTo[kind] ?? []), to[0]?.address ?? ''])].toSorted()
    const others = headers.filter((it) => it.key !== 'to').map((it) => it.value)
    const said = [subject, text, html, ...others].join('\n')
    // The masjid's phone is public. This letter contains it, because the khateeb is new to the masjid.
    const withoutPublicPhone = kind === 'new_khateeb_confirmed' ? said.replaceAll('(734) 555-0144', '') : said
    expect([kind, phonePattern.exec(withoutPublicPhone)]).toEqual([kind, null])
    expect([kind, memberNamesIn(said, to[0]?.address ?? '')]).toEqual([kind, []])
    // Only these kinds may contain an email. The letter to a replaced email contains the new email. Letters about an owner or a declining
    // khateeb contain that person's email.
    const aboutOwner = kind === 'owner_added' || kind === 'owner_removed' ? [invitedEmail] : []
    const aboutKhateeb = kind === 'invited_khateeb_declined' ? [decliningEmail] : []
    const allowed = kind === 'email_changed' ? [newEmail] : [...aboutOwner, ...aboutKhateeb]
    expect([kind, [...new Set(said.match(addressPattern))]]).toEqual([kind, allowed])
  }
  expect(textOf('membership_ended')).toContain('Aisha Colleague')
  const due = Object.entries(recipientsByKind(world)).map(([kind, to]) => [kind, to.toSorted()])
  expect(sentTo).toEqual(Object.fromEntries(due))
})
