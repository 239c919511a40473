import type { MemberRole, Role } from '../../../contract/endpoint.ts'
import type { WallClock } from '../../../domain/khutbahs/wall-clock.ts'
import type { Direction } from '../../../domain/proposals/proposal.ts'
import type { SecondFactorKind } from '../../database/tables.ts'

/** The slot that a letter is about. `date` (YYYY-MM-DD) and `time` (HH:MM) are in the masjid's time zone. */
export interface SlotInLetter {
  readonly slotId: string
  readonly masjidUid: string
  readonly masjidName: string
  readonly city: string
  readonly stateCode: string
  readonly zipCode: string
  readonly address: string
  readonly timeZone: string
  readonly date: string
  readonly time: string
}

/** Where a masjid was before it moved. */
export interface PlaceInLetter {
  readonly address: string
  readonly city: string
  readonly stateCode: string
  readonly zipCode: string
  readonly timeZone: string
}

/** When and where a letter has said that a slot takes place. */
export type SlotAsTold = Pick<SlotInLetter, 'date' | 'time' | 'timeZone' | 'address' | 'zipCode'>

/** One of a khateeb's slots at a masjid that has moved. `rowId` is the id of its row on the khateeb's dashboard. */
export interface MovedSlot {
  readonly slotId: string
  readonly rowId: string
  readonly date: string
  readonly time: string
  readonly was: KhateebStanding
  readonly awaitsReconfirmation: boolean
}

/** How things stand when a letter is sent. */
export interface StateAtSending {
  /** The slot takes place, and has no khateeb. */
  readonly isOpen: boolean
  /** The letter's khateeb is confirmed for the slot. */
  readonly isConfirmed: boolean
  /** The khateeb is asked to confirm the slot's start again. */
  readonly awaitsReconfirmation: boolean
  /** What the masjid asks of the slot's khateeb: a language, an ISO 639-1 code, and a note, which may be empty. */
  readonly language: string | null
  readonly note: string
}

interface AboutProposal {
  readonly occasion: SlotInLetter
  readonly khateebUid: string
  readonly khateebName: string
  /** Set when the letter is sent. Until then, the state is the one at the event. */
  readonly stateAtSending?: StateAtSending
  /** Set when the letter is sent, if it asks something that its reader can answer by a link without signing in. */
  readonly answerToken?: string
}

/** A pending proposal. */
interface AboutPending extends AboutProposal {
  readonly proposalId: string
}

/** A proposal of the reader's that closed because the letter's slot was filled, or because it moved. */
export interface ClosedProposalInLetter {
  readonly direction: Direction
  /** The name of the masjid, for a khateeb; of the khateeb, for a masjid. */
  readonly otherSide: string
  readonly date: string
  readonly time: string
  /** The masjid's. */
  readonly timeZone: string
}

interface AboutFilling extends AboutProposal {
  readonly closed: readonly ClosedProposalInLetter[]
}

/** A khateeb's relation to a slot before it ended. */
export type KhateebStanding = 'confirmed' | Direction

export interface KhateebNews {
  readonly invite_received: AboutPending
  readonly invite_revoked: AboutProposal
  readonly request_approved: AboutFilling
  readonly request_rejected: AboutProposal
  readonly khateeb_removed: AboutProposal
  readonly slot_removed: AboutProposal & { readonly was: KhateebStanding }
  readonly masjid_left: AboutProposal & { readonly was: KhateebStanding }
  /** The masjid has a new address or time zone. `occasion` is the slot to act on first; `was` is about that slot. */
  readonly masjid_moved: AboutProposal & {
    readonly was: KhateebStanding
    /** The place or the start of a confirmed slot changed. */
    readonly isUrgent: boolean
    readonly before: PlaceInLetter
    readonly slots: readonly MovedSlot[]
  }
  /** The masjid has moved the slot. `was` and `rowId` (of the row on the khateeb's dashboard) are the khateeb's. */
  readonly slot_moved: AboutFilling & {
    readonly was: KhateebStanding
    readonly rowId: string
    readonly from: WallClock
    readonly awaitsReconfirmation: boolean
  }
  /** The masjid has moved the slot to an hour for which the khateeb is confirmed elsewhere. */
  readonly proposal_closed_by_move: AboutProposal & {
    readonly direction: Direction
    readonly from: WallClock
  }
  readonly rival_confirmed: AboutProposal & { readonly direction: Direction }
  /** The masjid has changed the language or the note of a slot that the khateeb is confirmed for. */
  readonly slot_described: AboutProposal
  /** The masjid has approved the khateeb. `occasion` is the next slot that he can request. */
  readonly approval_given: AboutProposal
}

export interface MasjidNews {
  readonly request_received: AboutPending
  readonly request_revoked: AboutProposal
  readonly invite_accepted: AboutFilling
  readonly invite_rejected: AboutProposal
  readonly khateeb_booked_elsewhere: AboutProposal & { readonly direction: Direction }
  /** After the masjid moved the start, the khateeb has confirmed the new one. */
  readonly khateeb_reconfirmed: AboutProposal
  readonly khateeb_withdrew: AboutProposal & { readonly reason: string }
  readonly khateeb_left: AboutProposal & { readonly was: KhateebStanding }
  /** The khateeb has named a topic that another khutbah there has within 12 weeks. */
  readonly topic_comes_again: AboutProposal
  /** A khateeb asks for approval. `occasion` is the slot that he would like to fill. */
  readonly approval_asked: AboutProposal
}

/** News: changes of proposals, slots and assignments. */
type News = KhateebNews & MasjidNews

type LetterOf<Kinds> = {
  readonly [Kind in keyof Kinds]: { readonly kind: Kind; readonly props: Kinds[Kind] }
}[keyof Kinds]

export type LetterWithNews = LetterOf<News>

interface FactorInLetter {
  readonly name: string
  readonly factor: SecondFactorKind
  /** The device on which it was added. */
  readonly device: string
}

/** Letters about sign-in or an account's security. Their number isn't limited like that of news. */
export interface AccountLetters {
  /** After sign-up: asks to confirm the address. */
  readonly welcome: { readonly name: string; readonly role: Role; readonly token: string }
  readonly password_reset: { readonly name: string; readonly token: string }
  readonly password_changed: { readonly name: string }
  /** Asks again to confirm the address. */
  readonly verify_email: { readonly name: string; readonly token: string }
  /** To the new address, during a change of email. */
  readonly confirm_email: { readonly name: string; readonly token: string }
  /** To the old address, after a change of email. The token undoes the change. */
  readonly email_changed: { readonly name: string; readonly newEmail: string; readonly token: string }
  /** To the old address, after the change was undone. The token resets the password. */
  readonly email_restored: { readonly name: string; readonly token: string }
  /** To the new address, after the change was undone. */
  readonly email_change_undone: { readonly name: string }
  readonly second_factor_added: FactorInLetter
  readonly second_factor_removed: FactorInLetter
  readonly recovery_code_used: { readonly name: string; readonly left: number }
  /** The operator has removed all second factors. */
  readonly second_factors_reset: { readonly name: string }
  /** After the account was deleted: at the person's wish, or because their last membership ended. */
  readonly account_deleted: { readonly name: string; readonly membership?: EndedMembership }
}

/** Who changed a masjid's members. Only letters to its members say it. */
export interface ChangedBy {
  readonly who: 'colleague' | 'recipient' | 'operator'
  /** A colleague's name. Null for the others, and for an owner without a name. */
  readonly name: string | null
}

interface EndedMembership {
  readonly masjidName: string
  readonly how: 'removed' | 'left' | 'masjid_deleted'
  readonly by: ChangedBy
}

interface AboutMember {
  readonly name: string
  /** The masjid that the letter's link opens. */
  readonly masjidUid: string
  readonly masjidName: string
  /** The member's role from now on. */
  readonly role: MemberRole
}

interface AboutOwner<How> {
  readonly name: string
  /** The masjid that the letter's link opens. */
  readonly masjidUid: string
  readonly masjidName: string
  /** The name and the email of the new or former owner. */
  readonly owner: string
  readonly how: How
  /** For an owner who was invited: who invited them. */
  readonly by: ChangedBy
}

/** Why a masjid no longer asks an invited khateeb for a slot: it has another khateeb, was removed, the masjid took back its question, or left. */
export type QuestionEnding = 'filled' | 'removed' | 'revoked' | 'masjid_left'

/** Letters about the members of a masjid, and to khateebs whom it invites by email or approves. */
export interface MemberLetters {
  /** An invitation, to any address. The token accepts it, and stops further ones. */
  readonly member_invited: {
    readonly masjidName: string
    readonly city: string
    readonly stateCode: string
    readonly role: MemberRole
    readonly token: string
  }
  /** An invitation to a khateeb, to any address. The token accepts it, and stops further ones. */
  readonly new_khateeb_invited: {
    readonly masjidName: string
    readonly city: string
    readonly stateCode: string
    readonly token: string
  }
  /** The same with a question: whether the khateeb can fill a slot. */
  readonly new_khateeb_asked: { readonly slot: SlotInLetter; readonly token: string }
  /** To a khateeb who was asked: the slot has another time or place. The token replaces that of the earlier letter. */
  readonly new_khateeb_slot_moved: {
    readonly slot: SlotInLetter
    readonly from: SlotAsTold
    readonly token: string
  }
  /** To a khateeb who was asked: the question has ended. */
  readonly new_khateeb_not_needed: { readonly slot: SlotInLetter; readonly why: QuestionEnding }
  /** To a khateeb who has accepted a slot by the link, and has no password yet. */
  readonly new_khateeb_confirmed: {
    readonly name: string
    readonly khateebUid: string
    readonly slot: SlotInLetter
  }
  /** To a khateeb who has asked a masjid to approve him. With an open slot, it is news instead: `approval_given`. */
  readonly khateeb_approved: {
    readonly name: string
    readonly khateebUid: string
    readonly masjidUid: string
    readonly masjidName: string
  }
  /** To the owner who invited a khateeb by email: the khateeb has declined. */
  readonly invited_khateeb_declined: {
    readonly name: string
    readonly masjidUid: string
    readonly masjidName: string
    readonly email: string
    readonly slot: SlotInLetter | null
  }
  /** To the owner who invited the khateeb. */
  readonly invited_khateeb_joined: {
    readonly name: string
    /** The masjid that the letter's link opens. */
    readonly masjidUid: string
    readonly masjidName: string
    readonly khateebUid: string
    readonly khateebName: string
  }
  readonly member_joined: AboutMember
  readonly member_role_changed: AboutMember & { readonly by: ChangedBy }
  readonly membership_ended: EndedMembership & { readonly name: string }
  /** To the other owners. */
  readonly owner_added: AboutOwner<'invited' | 'appointed'>
  /** `left`: of their own accord. They may still be a member. */
  readonly owner_removed: AboutOwner<'removed' | 'left'>
}

/** The props of each letter by kind, as the outbox stores them. None contains a phone number. */
export interface Letters extends KhateebNews, MasjidNews, AccountLetters, MemberLetters {
  /** A digest: several pieces of news in one letter. */
  readonly gathered: { readonly letters: readonly LetterWithNews[] }
}

export type LetterKind = keyof Letters

/** A letter of any kind with its props. */
export type Letter = LetterOf<Letters>

/** A letter to a person: about their account or their memberships. */
export type PersonalLetter = LetterOf<AccountLetters & MemberLetters>

/** The last letter to an account. After it is sent, no trace of the recipient may remain, not even the address. */
export const deletionLetterKind = 'account_deleted' satisfies LetterKind
