import type { Role } from '../../contract/endpoint.ts'

/** The slot a letter is about; `date` is YYYY-MM-DD and `time` HH:MM of the masjid's wall clock. */
export interface Occasion {
  readonly masjidUid: string
  readonly masjidName: string
  readonly city: string
  readonly stateCode: string
  readonly date: string
  readonly time: string
}

interface AboutProposal {
  readonly occasion: Occasion
  readonly khateebName: string
}

/** What somebody had to do with a slot. */
export type SlotRole = 'confirmed' | 'invite' | 'request'

/** What happened to proposals, slots and assignments. */
interface News {
  /** To the khateeb. */
  readonly invite_received: AboutProposal
  readonly invite_revoked: AboutProposal
  readonly request_approved: AboutProposal
  readonly request_rejected: AboutProposal
  readonly khateeb_removed: AboutProposal
  readonly slot_removed: AboutProposal & { readonly was: SlotRole }
  readonly masjid_left: AboutProposal & { readonly was: SlotRole }
  readonly rival_confirmed: AboutProposal & { readonly direction: 'invite' | 'request' }
  /** To the masjid. */
  readonly request_received: AboutProposal
  readonly request_revoked: AboutProposal
  readonly invite_accepted: AboutProposal
  readonly invite_rejected: AboutProposal
  readonly khateeb_booked_elsewhere: AboutProposal & { readonly direction: 'invite' | 'request' }
  readonly khateeb_withdrew: AboutProposal & { readonly reason: string }
  readonly khateeb_left: AboutProposal & { readonly was: SlotRole }
}

export type NewsKind = keyof News

type Of<Kinds> = {
  readonly [Kind in keyof Kinds]: { readonly kind: Kind; readonly props: Kinds[Kind] }
}[keyof Kinds]

export type LetterWithNews = Of<News>

/** What each letter says, by its kind. Nothing in here is a phone number. */
export interface Letters extends News {
  /** News that came in a rush, in one letter. */
  readonly gathered: { readonly letters: readonly LetterWithNews[] }
  /** The first letter: welcomes, and asks to confirm the address. */
  readonly welcome: { readonly name: string; readonly role: Role; readonly token: string }
  readonly password_reset: { readonly name: string; readonly token: string }
  readonly password_changed: { readonly name: string }
  /** Asks to confirm the address once more. */
  readonly verify_email: { readonly name: string; readonly token: string }
  /** To the address that is to take another one's place. */
  readonly confirm_email: { readonly name: string; readonly token: string }
  /** To the address that was replaced. */
  readonly email_changed: { readonly name: string; readonly newEmail: string; readonly token: string }
  /** To the address that is back in its place; the token resets the password. */
  readonly email_restored: { readonly name: string; readonly token: string }
  /** To the address that has lost it. */
  readonly email_change_undone: { readonly name: string }
  /** The last one. */
  readonly account_deleted: { readonly name: string }
}

export type LetterKind = keyof Letters

/** A letter of one kind with what it says. */
export type Letter = Of<Letters>

/** After it nothing may stay of its reader, not even an address. */
export const farewell = 'account_deleted' satisfies LetterKind
