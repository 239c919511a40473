import { withActingParty } from '../../../contract/acting-party.ts'
import type { MemberRole } from '../../../contract/endpoint.ts'
import { formatPhone } from '../../../contract/format-phone.ts'
import { paths, withToken } from '../../../contract/screen-paths.ts'
import type { SlotInLetter } from './letter-slot.ts'
import { longDate } from './local-time.ts'
import type { ChangeActor, EndedMembership, MemberLetters, QuestionEnding } from './member-letter-props.ts'
import { type DetailRow, type Line, line, type Templates } from './message.ts'
import { addressFacts, dateAndTime, dateAndTimeFacts, masjidFact, wordsOfSlot } from './slot-facts.ts'

const rights: Readonly<Record<MemberRole, Line>> = {
  owner: line`As an owner, you can do everything for the masjid, including managing its members and deleting it.`,
  scheduler: line`As a scheduler you post khutbahs, invite khateebs and answer their requests.`,
  viewer: line`As a viewer you see the masjid’s khutbahs and khateebs. You can’t change them, and you see no phone numbers.`,
}

/** A role with its article, for use in a sentence. */
const roleWithArticle: Readonly<Record<MemberRole, string>> = {
  owner: 'an owner',
  scheduler: 'a scheduler',
  viewer: 'a viewer',
}

const actors: Readonly<Record<ChangeActor['who'], string>> = {
  colleague: 'An owner',
  recipient: 'You',
  operator: 'The people who run this site',
}

/**
 * Returns who made a change, as the subject of a sentence: a colleague's name, `An owner` for a colleague without a name, `You`, or the
 * operator.
 */
function actor({ who, name }: ChangeActor): string {
  return name ?? actors[who]
}

const endingSentences: Readonly<Record<EndedMembership['how'], (ending: EndedMembership) => Line>> = {
  removed: ({ masjidName, by }) => line`${actor(by)} removed you from the members of ${masjidName}.`,
  left: ({ masjidName }) => line`You left ${masjidName}.`,
  masjid_deleted: ({ masjidName, by }) =>
    line`${actor(by)} deleted the account of ${masjidName}, so it has no members any more.`,
}

/** Writes the sentence about the end of a membership. */
export function membershipEnding(ending: EndedMembership): Line {
  return endingSentences[ending.how](ending)
}

const ownerAddedSentences: Readonly<
  Record<MemberLetters['owner_added']['how'], (about: MemberLetters['owner_added']) => Line>
> = {
  invited: ({ masjidName, owner, by }) =>
    line`${actor(by)} invited ${owner}, who is now an owner of ${masjidName}.`,
  appointed: ({ masjidName, owner, by }) => line`${actor(by)} made ${owner} an owner of ${masjidName}.`,
}

const ownerRemovedSentences: Readonly<
  Record<MemberLetters['owner_removed']['how'], (about: MemberLetters['owner_removed']) => Line>
> = {
  removed: ({ masjidName, owner, by }) =>
    line`${actor(by)} removed ${owner} from the owners of ${masjidName}.`,
  left: ({ masjidName, owner }) => line`${owner} stepped down as an owner of ${masjidName}.`,
}

const questionEndings: Readonly<Record<QuestionEnding, (slot: SlotInLetter) => Line>> = {
  filled: ({ masjidName }) => line`Another khateeb gives the khutbah that ${masjidName} asked you for.`,
  removed: ({ masjidName }) => line`${masjidName} has canceled the khutbah that it asked you for.`,
  revoked: ({ masjidName }) => line`${masjidName} no longer asks you for this khutbah.`,
  masjid_left: ({ masjidName }) =>
    line`${masjidName} no longer has a Minbar account, so it can’t get your answer.`,
}

/** Returns a row with the link by which a confirmed khateeb withdraws. */
const withdrawalFact = (token: string): DetailRow => ({
  label: line`Can’t come after all?`,
  value: line`Please tell the masjid as early as you can. You don’t have to sign in.`,
  links: [{ label: line`I can’t come`, to: withToken(paths.answer, token) }],
})

/** Templates of the letters about members and invitations, to the person concerned and to owners. */
export const memberLetters: Templates<MemberLetters> = {
  /** To an address that may have no account. To prevent abuse, the only text that the inviting owner could choose is the masjid's name. */
  member_invited: ({ masjidName, city, stateCode, role, token }) => ({
    subject: line`${masjidName} invites you to its team on Minbar`,
    paragraphs: [
      line`${masjidName} in ${city}, ${stateCode} invites you to help with its khutbahs on Minbar.`,
      rights[role],
      line`The link works once, within a week. If you have no account yet, you can create one there.`,
    ],
    button: { label: line`See the invitation`, path: withToken(paths.acceptInvitation, token) },
    note: line`Don’t know this masjid? Then you don’t need to do anything.`,
    optOut: { label: line`Don’t email me again`, path: withToken(paths.stopInvitations, token) },
  }),

  /** To an address that may have no account. To prevent abuse, the only text that the inviting owner could choose is the masjid's name. */
  new_khateeb_invited: ({ masjidName, city, stateCode, token }) => ({
    subject: line`${masjidName} would like you as a khateeb`,
    paragraphs: [
      line`${masjidName} in ${city}, ${stateCode} would like you to give khutbahs there. The masjid plans its khutbahs on Minbar, and you choose which ones you give.`,
      line`If you have no account yet, you can create one with this link. It works for 90 days.`,
      line`When you accept, or when you sign up and confirm this email, the masjid learns your name and that you are on Minbar.`,
    ],
    button: { label: line`See the invitation`, path: withToken(paths.acceptInvitation, token) },
    note: line`Don’t know this masjid? Then you don’t need to do anything. After 90 days we delete your address.`,
    optOut: { label: line`Don’t email me again`, path: withToken(paths.stopInvitations, token) },
  }),

  /** Has the slot's language, but not its note: to prevent abuse, the letter has no text that the masjid wrote, except its name. */
  new_khateeb_asked: ({ slot, token, language = null }) => ({
    subject: line`Can you give the khutbah at ${slot.masjidName} on ${longDate(slot.date)}?`,
    paragraphs: [
      line`${slot.masjidName} in ${slot.city}, ${slot.stateCode} asks whether you can give this khutbah. You can answer with the link, and don’t need an account.`,
    ],
    facts: [
      ...dateAndTimeFacts(slot),
      ...wordsOfSlot(slot.masjidName, { language }).slotFacts,
      ...addressFacts(slot),
    ],
    button: { label: line`Answer`, path: withToken(paths.acceptInvitation, token) },
    note: line`Don’t know this masjid? Then you don’t need to do anything. After 90 days we delete your address.`,
    optOut: { label: line`Don’t email me again`, path: withToken(paths.stopInvitations, token) },
  }),

  new_khateeb_slot_moved: ({ slot, from, token, language = null }) => ({
    subject: line`New time or place: can you give the khutbah at ${slot.masjidName} on ${longDate(slot.date)}?`,
    paragraphs: [
      line`${slot.masjidName} in ${slot.city}, ${slot.stateCode} asked you for this khutbah, and has moved it since. Can you still give it? Please answer with this link, which replaces the one in the earlier email.`,
    ],
    facts: [
      { label: line`Old time`, value: dateAndTime(from) },
      { label: line`New time`, value: dateAndTime(slot) },
      ...wordsOfSlot(slot.masjidName, { language }).slotFacts,
      ...addressFacts(slot),
    ],
    button: { label: line`Answer`, path: withToken(paths.acceptInvitation, token) },
    note: line`Don’t know this masjid? Then you don’t need to do anything.`,
    optOut: { label: line`Don’t email me again`, path: withToken(paths.stopInvitations, token) },
  }),

  new_khateeb_not_needed: ({ slot, why }) => ({
    subject: line`You no longer need to answer about the khutbah at ${slot.masjidName} on ${longDate(slot.date)}`,
    paragraphs: [questionEndings[why](slot), line`You don’t need to do anything.`],
    facts: [...dateAndTimeFacts(slot), ...addressFacts(slot)],
    button: { label: line`Open Minbar`, path: paths.home },
  }),

  new_khateeb_confirmed: ({
    name,
    slot,
    language = null,
    note = '',
    masjidPhone: phone = null,
    answerToken: token,
  }) => {
    const { slotFacts, ...quoted } = wordsOfSlot(slot.masjidName, { language, note })
    return {
      recipientName: name,
      subject: line`You give the khutbah at ${slot.masjidName} on ${longDate(slot.date)}`,
      paragraphs: [line`Thank you for accepting. ${slot.masjidName} expects you:`],
      facts: [
        masjidFact(slot),
        ...dateAndTimeFacts(slot),
        ...slotFacts,
        ...addressFacts(slot),
        ...(phone === null ? [] : [{ label: line`Phone`, value: line`${formatPhone(phone)}` }]),
        ...(token === undefined ? [] : [withdrawalFact(token)]),
      ],
      ...quoted,
      button: { label: line`Sign in`, path: paths.login },
      note:
        token === undefined
          ? line`Your answer created a profile for you. If you can’t come after all, sign in and withdraw. To sign in the first time, choose “Forgot password?” on the sign-in page and set a password.`
          : line`Your answer created a profile for you. To sign in the first time, choose “Forgot password?” on the sign-in page and set a password.`,
    }
  },

  khateeb_approved: ({ name, khateebUid, masjidUid, masjidName }) => ({
    recipientName: name,
    subject: line`${masjidName} has approved you`,
    paragraphs: [
      line`Good news: ${masjidName} has approved you, as you asked. None of its khutbahs needs a khateeb now. You can request the next one that does.`,
    ],
    button: {
      label: line`Open the masjid’s page`,
      path: withActingParty(paths.masjidDetails(masjidUid), khateebUid),
    },
  }),

  invited_khateeb_declined: ({ name, masjidUid, masjidName, email, slot }) => ({
    recipientName: name,
    subject:
      slot === null
        ? line`${email} declined your invitation`
        : line`${email} can’t give the khutbah on ${longDate(slot.date)}`,
    paragraphs: [line`${email}, whom you invited for ${masjidName}, has declined.`],
    ...(slot !== null && { facts: dateAndTimeFacts(slot) }),
    button: { label: line`See our khateebs`, path: withActingParty(paths.ourKhateebs, masjidUid) },
  }),

  invited_khateeb_joined: ({ name, masjidUid, masjidName, khateebUid, khateebName }) => ({
    recipientName: name,
    subject: line`${khateebName} accepted your invitation`,
    paragraphs: [
      line`${khateebName}, whom you invited by email, is on Minbar now. You find them among the khateebs of ${masjidName}, and can invite them to your khutbahs.`,
    ],
    button: { label: line`See our khateebs`, path: withActingParty(paths.ourKhateeb(khateebUid), masjidUid) },
  }),

  member_joined: ({ name, masjidUid, masjidName, role }) => ({
    recipientName: name,
    subject: line`You are now a member of ${masjidName}`,
    paragraphs: [line`You are now ${roleWithArticle[role]} of ${masjidName} on Minbar.`, rights[role]],
    button: { label: line`Open Minbar`, path: withActingParty(paths.masjidLanding, masjidUid) },
  }),

  member_role_changed: ({ name, masjidUid, masjidName, role, by }) => ({
    recipientName: name,
    subject: line`You are now ${roleWithArticle[role]} of ${masjidName}`,
    paragraphs: [line`${actor(by)} changed your role at ${masjidName}.`, rights[role]],
    button: { label: line`Open Minbar`, path: withActingParty(paths.masjidLanding, masjidUid) },
  }),

  membership_ended: ({ name, ...membership }) => ({
    recipientName: name,
    subject: line`You are no longer a member of ${membership.masjidName}`,
    paragraphs: [
      membershipEnding(membership),
      line`You can’t see or change its khutbahs any more. The rest of your account stays as it is.`,
    ],
    button: { label: line`Open Minbar`, path: paths.home },
    note:
      membership.by.who === 'recipient'
        ? line`Wasn’t it you? Then somebody knew your password: please change it.`
        : line`If that surprises you, please ask the people at the masjid.`,
  }),

  owner_added: (about) => ({
    recipientName: about.name,
    subject: line`${about.masjidName} has a new owner on Minbar`,
    paragraphs: [
      ownerAddedSentences[about.how](about),
      line`An owner can do everything for the masjid, including managing its members and deleting it.`,
    ],
    button: { label: line`See the members`, path: withActingParty(paths.members, about.masjidUid) },
    note: line`If that surprises you, please talk to the other owners, and change your password.`,
  }),

  owner_removed: (about) => ({
    recipientName: about.name,
    subject: line`${about.masjidName} has one owner less on Minbar`,
    paragraphs: [ownerRemovedSentences[about.how](about)],
    button: { label: line`See the members`, path: withActingParty(paths.members, about.masjidUid) },
    note: line`If that surprises you, please talk to the other owners, and change your password.`,
  }),
}
