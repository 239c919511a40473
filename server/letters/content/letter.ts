import type { AccountLetters } from './account-letter-props.ts'
import type { MemberLetters } from './member-letter-props.ts'
import type { KhateebNews, MasjidNews } from './news-props.ts'

type News = KhateebNews & MasjidNews

type LetterOf<Kinds> = {
  readonly [Kind in keyof Kinds]: { readonly kind: Kind; readonly props: Kinds[Kind] }
}[keyof Kinds]

export type LetterWithNews = LetterOf<News>

/** The props of each kind of letter, as the outbox stores them. No props contain a phone number. */
export interface Letters extends KhateebNews, MasjidNews, AccountLetters, MemberLetters {
  /** A digest: several pieces of news in one letter. */
  readonly gathered: { readonly letters: readonly LetterWithNews[] }
}

export type LetterKind = keyof Letters

/** A letter of any kind with its props. */
export type Letter = LetterOf<Letters>

/** A letter to a person, for example about their account, a membership or an invitation. (News goes to parties instead.) */
export type PersonalLetter = LetterOf<AccountLetters & MemberLetters>

/** The kind of the last letter to an account. Its row is deleted after it is sent, because the row contains the address. */
export const deletionLetterKind = 'account_deleted' satisfies LetterKind

/** The kinds of letters about an invitation by email. Their recipients may have no account. */
export const invitationLetterKinds: readonly string[] = [
  'member_invited',
  'new_khateeb_invited',
  'new_khateeb_asked',
  'new_khateeb_slot_moved',
  'new_khateeb_not_needed',
] satisfies LetterKind[]
