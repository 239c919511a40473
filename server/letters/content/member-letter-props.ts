import type { MemberRole } from '../../../contract/endpoint.ts'
import type { SlotInLetter, SlotTimeAndPlace } from './letter-slot.ts'

/** Who changed a masjid's members. Only letters to its present and former members show this. */
export interface ChangeActor {
  readonly who: 'colleague' | 'recipient' | 'operator'
  /** A colleague's name. Null if the colleague has no name, or if `who` is not `colleague`. */
  readonly name: string | null
}

/**
 * A calendar event of a deleted party that a member got in a letter. The last letter to the member cancels it, because the party gets no
 * more letters.
 */
export interface EventOfDeletedParty {
  readonly partyUid: string
  readonly slotId: string
  readonly khateebUid: string
}

export interface EndedMembership {
  readonly masjidName: string
  readonly how: 'removed' | 'left' | 'masjid_deleted'
  readonly by: ChangeActor
}

interface MemberProps {
  readonly name: string
  /** The masjid that the letter's link opens. */
  readonly masjidUid: string
  readonly masjidName: string
  /** The member's role from now on. */
  readonly role: MemberRole
}

interface OwnerProps<How> {
  readonly name: string
  /** The masjid that the letter's link opens. */
  readonly masjidUid: string
  readonly masjidName: string
  /** The name and the email of the new or former owner. */
  readonly owner: string
  readonly how: How
  /** Who made the change. For an invited owner: who invited them. */
  readonly by: ChangeActor
}

/**
 * Why a masjid no longer asks an invited khateeb for a slot. `filled`: the slot has another khateeb. `removed`: the slot was removed.
 * `revoked`: the masjid has revoked its question. `masjid_left`: the masjid deleted its account.
 */
export type QuestionEnding = 'filled' | 'removed' | 'revoked' | 'masjid_left'

/**
 * When the masjid asked the khateeb for the slot, in ISO 8601. If this time is long ago, the rows of earlier letters about the slot may
 * have been deleted (see `knowledgeOfQuestion`). Undefined in letters that an earlier version has queued.
 */
type AskedAt = string

/** The language (an ISO 639-1 code) that the masjid has set for the slot. Set when the letter is sent. */
type LanguageAtSending = { readonly language?: string | null }

/** Letters by kind: about the members of a masjid, and to khateebs whom a masjid approves or invites by email. */
export interface MemberLetters {
  /** An invitation to become a member, to any address. The token accepts the invitation, and can also stop further invitations. */
  readonly member_invited: {
    readonly masjidUid: string
    readonly masjidName: string
    readonly city: string
    readonly stateCode: string
    readonly role: MemberRole
    readonly token: string
  }
  /** An invitation to a khateeb, to any address. The token accepts the invitation, and can also stop further invitations. */
  readonly new_khateeb_invited: {
    readonly masjidUid: string
    readonly masjidName: string
    readonly city: string
    readonly stateCode: string
    readonly token: string
  }
  /** An invitation to a khateeb that also asks whether he can fill a slot. */
  readonly new_khateeb_asked: { readonly slot: SlotInLetter; readonly token: string } & LanguageAtSending
  /** To a khateeb who was asked to fill a slot: the slot has another time or place. The token replaces the token in the earlier letter. */
  readonly new_khateeb_slot_moved: {
    readonly slot: SlotInLetter
    readonly from: SlotTimeAndPlace
    readonly token: string
    readonly askedAt?: AskedAt
  } & LanguageAtSending
  /** To a khateeb who was asked to fill a slot: the masjid no longer asks him. */
  readonly new_khateeb_not_needed: {
    readonly slot: SlotInLetter
    readonly why: QuestionEnding
    readonly askedAt?: AskedAt
  }
  /** To a khateeb who has created his account by accepting a slot with the link in a letter. */
  readonly new_khateeb_confirmed: {
    readonly name: string
    readonly khateebUid: string
    readonly slot: SlotInLetter
    /** Set when the letter is sent: the masjid's note for the slot. */
    readonly note?: string
    /** Set when the letter is sent: the masjid's phone; null while the masjid is suspended. */
    readonly masjidPhone?: string | null
    /** Set when the letter is sent: the token of the link with which the khateeb can withdraw without signing in. */
    readonly answerToken?: string
  } & LanguageAtSending
  /**
   * To a khateeb who asked a masjid for approval: the masjid has approved him. If the masjid has an open slot, he gets the news
   * `approval_given` instead.
   */
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
  /** To the owner who invited a khateeb by email: he has become one of the masjid's khateebs. */
  readonly invited_khateeb_joined: {
    readonly name: string
    /** The masjid that the letter's link opens. */
    readonly masjidUid: string
    readonly masjidName: string
    readonly khateebUid: string
    readonly khateebName: string
  }
  readonly member_joined: MemberProps
  readonly member_role_changed: MemberProps & { readonly by: ChangeActor }
  readonly membership_ended: EndedMembership & {
    readonly name: string
    /** Undefined in letters that an earlier version has queued. */
    readonly masjidUid?: string
    /** Present only if the masjid was deleted. */
    readonly mailedEvents?: readonly EventOfDeletedParty[]
  }
  /** To the other owners of a masjid: a person has become an owner. */
  readonly owner_added: OwnerProps<'invited' | 'appointed'>
  /** To the other owners of a masjid: a person is no longer an owner, but may still be a member. `left`: of their own accord. */
  readonly owner_removed: OwnerProps<'removed' | 'left'>
}
