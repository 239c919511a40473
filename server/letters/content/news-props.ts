import type { WallClock } from '../../../domain/khutbahs/wall-clock.ts'
import type { Direction } from '../../../domain/proposals/proposal.ts'
import type { PlaceInLetter, SlotInLetter } from './letter-slot.ts'

/** One of a khateeb's slots at a masjid that has moved. `rowId` is the id of its row on the khateeb's dashboard. */
export interface MovedSlot {
  readonly slotId: string
  readonly rowId: string
  readonly date: string
  readonly time: string
  readonly was: KhateebStanding
  readonly awaitsReconfirmation: boolean
}

/** The state of a slot and its khateeb when a letter is sent. */
export interface StateAtSending {
  /** The slot is not removed, and has no khateeb. */
  readonly isOpen: boolean
  /** The letter's khateeb is confirmed for the slot. */
  readonly isConfirmed: boolean
  /** The khateeb is asked to confirm the slot's start again. */
  readonly awaitsReconfirmation: boolean
  /** The language that the masjid has set for the slot, an ISO 639-1 code; null for any. */
  readonly language: string | null
  /** The masjid's note for the slot's khateeb; empty without a note. */
  readonly note: string
  /**
   * The slot’s current start, if the news keeps an earlier start (`kindsThatKeepStart`). Null for other news, if the slot still has that
   * start, and if the slot was removed.
   */
  readonly movedTo: (WallClock & Pick<SlotInLetter, 'timeZone'>) | null
}

interface CommonNewsProps {
  readonly occasion: SlotInLetter
  readonly khateebUid: string
  readonly khateebName: string
  /** Set when the letter is sent. Until then, the letter describes the state at the event. */
  readonly stateAtSending?: StateAtSending
  /**
   * Set if the member has turned this news off. The letter is then sent only if an earlier letter to the member had the calendar event, and
   * updates this event.
   */
  readonly onlyUpdatesEvent?: true
  /** Set when the letter is sent, if its reader can answer the letter's question by a link without signing in. */
  readonly answerToken?: string
}

/** A start from before a change. The time zone is the zone of the news's `occasion`, unless it is present here. */
export type FormerStart = WallClock & { readonly timeZone?: string }

interface PendingProposalProps extends CommonNewsProps {
  readonly proposalId: string
}

/** A proposal of the reader that was closed because the letter's slot was filled or moved. */
export interface ClosedProposalInLetter {
  readonly direction: Direction
  /** The masjid's name in a letter to a khateeb, the khateeb's name in a letter to a masjid. */
  readonly otherSide: string
  readonly date: string
  readonly time: string
  /** The masjid's time zone, an IANA name. */
  readonly timeZone: string
}

interface NewsOfEnd extends CommonNewsProps {
  /**
   * The start that the confirmed khateeb agreed to. For an invite or a request: the start that the slot had when the proposal was sent.
   * Present only if the slot has moved since. The letter then names this start, because the khateeb may not know the start of `occasion`.
   */
  readonly from?: FormerStart
}

/**
 * News that replaces overtaken news of an ended assignment, if the reader's mail calendar doesn't show the khateeb's new assignment: see
 * `newsAsOfNow`. It is written when the letter is sent, and never queued. `occasion` is the slot of the new assignment.
 */
interface EventUpdateProps extends CommonNewsProps {
  /**
   * The slot of the ended assignment. The letter cancels the event of this slot. But if the slot is now on another date and has the khateeb
   * again, the letter updates the event. Missing if both assignments have the same slot.
   */
  readonly formerSlotId?: string
}

/** The name of the member who made the change, as colleagues see it. */
interface ByColleague {
  readonly memberName: string
}

interface PropsWithClosedProposals extends CommonNewsProps {
  readonly closed: readonly ClosedProposalInLetter[]
}

/**
 * A khateeb's relation to a slot: confirmed, invited or requested. In news that an assignment or a proposal has ended, the relation before
 * the end.
 */
export type KhateebStanding = 'confirmed' | Direction

export interface KhateebNews {
  readonly invite_received: PendingProposalProps
  readonly invite_revoked: NewsOfEnd
  /** `from`: the start that he asked for. Missing if he has agreed to the current start since. */
  readonly request_approved: NewsOfEnd & PropsWithClosedProposals
  readonly request_rejected: NewsOfEnd
  readonly khateeb_removed: NewsOfEnd
  readonly slot_removed: NewsOfEnd & { readonly was: KhateebStanding }
  readonly masjid_left: NewsOfEnd & { readonly was: KhateebStanding }
  /**
   * The masjid has a new address or time zone. The news is about all slots in `slots`. `occasion` is the one on which the khateeb should
   * act first, and `was` is his standing for it.
   */
  readonly masjid_moved: CommonNewsProps & {
    readonly was: KhateebStanding
    /** Whether the place or the start of a confirmed slot has changed. */
    readonly isUrgent: boolean
    readonly before: PlaceInLetter
    /** Empty if the masjid has moved back since, or the khateeb has lost all slots. */
    readonly slots: readonly MovedSlot[]
    /** His proposals for other slots that were closed. Missing in news from before this field existed. */
    readonly closed?: readonly ClosedProposalInLetter[]
  }
  /** The masjid has moved the slot. `was` is the khateeb's relation to the slot, and `rowId` the id of the slot's row on his dashboard. */
  readonly slot_moved: PropsWithClosedProposals & {
    readonly was: KhateebStanding
    readonly rowId: string
    readonly from: FormerStart
    readonly awaitsReconfirmation: boolean
  }
  /** The slot now is at an hour for which the khateeb is confirmed elsewhere. So his proposal was closed. */
  readonly proposal_closed_by_move: CommonNewsProps & {
    readonly direction: Direction
    /** The slot's former start. Missing if the masjid did not move the slot, but changed its time zone. */
    readonly from?: FormerStart
  }
  readonly rival_confirmed: NewsOfEnd & { readonly direction: Direction }
  /**
   * The masjid has changed the language or the note of a slot that the khateeb is confirmed for. `wordsHash`: see `hashOfWords`. Missing in
   * news from before this field existed.
   */
  readonly slot_described: CommonNewsProps & { readonly wordsHash?: string }
  /** The masjid has approved the khateeb. `occasion` is the masjid's next open slot. */
  readonly approval_given: CommonNewsProps
  /** Only members who got the calendar event in a letter get this news. The same is true of all kinds that begin with `you_`. */
  readonly you_withdrew: NewsOfEnd
  readonly you_reconfirmed: CommonNewsProps
  readonly khateeb_event_updated: EventUpdateProps
}

export interface MasjidNews {
  readonly request_received: PendingProposalProps
  readonly request_revoked: CommonNewsProps
  readonly invite_accepted: PropsWithClosedProposals
  readonly invite_rejected: CommonNewsProps
  readonly khateeb_booked_elsewhere: CommonNewsProps & { readonly direction: Direction }
  /** The khateeb has confirmed the slot's new start after a move. */
  readonly khateeb_reconfirmed: CommonNewsProps
  readonly khateeb_withdrew: CommonNewsProps & { readonly reason: string }
  readonly khateeb_left: CommonNewsProps & { readonly was: KhateebStanding }
  /**
   * The khateeb has set a topic that another khutbah at the masjid also has within 12 weeks. `topicHashes`: see `hashOfTopic`. Missing in
   * news from before this field existed.
   */
  readonly topic_comes_again: CommonNewsProps & { readonly topicHashes?: readonly string[] }
  /** A khateeb asks for approval. `occasion` is the slot that he would like to fill. */
  readonly approval_asked: CommonNewsProps
  readonly you_removed_khateeb: CommonNewsProps & ByColleague
  readonly you_removed_slot: CommonNewsProps & ByColleague
  /** `from`: the start before this move. It has the former time zone if the masjid did not move the slot, but changed its time zone. */
  readonly you_moved_slot: CommonNewsProps & ByColleague & { readonly from: FormerStart }
  readonly masjid_event_updated: EventUpdateProps
}
