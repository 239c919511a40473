import { landingAtRow, landingPaths, paths } from '../../../contract/screen-paths.ts'
import type { Direction } from '../../../domain/proposals/proposal.ts'
import { answerPath } from './answer-path.ts'
import { closedProposalLines } from './closed-proposal-lines.ts'
import type { SlotInLetter } from './letter-slot.ts'
import { clockTime, longDate } from './local-time.ts'
import { masjidMovedMessage } from './masjid-moved.ts'
import { type Line, line, type Message, type Templates } from './message.ts'
import type { NewsContent, NewsFacts } from './news-content.ts'
import type { FormerStart, KhateebNews, KhateebStanding } from './news-props.ts'
import {
  addressFacts,
  dateAndTime,
  dateAndTimeFacts,
  fileSentenceOfEnd,
  masjidFact,
  replacedByFilesSentence,
  updatedByFileSentence,
  wordsOfSlot,
} from './slot-facts.ts'
import { slotMovedMessage } from './slot-moved.ts'

/** Creates a template for a letter that greets the khateeb and shows the facts about the slot. */
function khateebTemplate<Props extends KhateebNews[keyof KhateebNews]>(
  write: (props: Props & NewsFacts) => NewsContent,
) {
  return (props: Props): Message => {
    const { masjidName, date } = props.occasion
    const day = longDate(date)
    const { paragraph, consequences = [], slotFacts = [], ...content } = write({ ...props, masjidName, day })
    return {
      recipientName: props.khateebName,
      facts: [
        masjidFact(props.occasion),
        ...dateAndTimeFacts(props.occasion),
        ...slotFacts,
        ...addressFacts(props.occasion),
      ],
      paragraphs: [
        paragraph,
        ...consequences,
        ...(props.onlyUpdatesEvent === true ? [updatedByFileSentence] : []),
      ],
      ...content,
    }
  }
}

export const newsForKhateebs: Templates<KhateebNews> = {
  invite_received: khateebTemplate(({ masjidName, day, proposalId, stateAtSending, answerToken }) => ({
    subject: line`${masjidName} invites you to give the khutbah on ${day}`,
    paragraph: line`${masjidName} would like you to give this khutbah. Can you come?`,
    button: {
      label: line`Accept or reject`,
      path: answerPath(answerToken, landingAtRow('khateeb', proposalId)),
    },
    ...wordsOfSlot(masjidName, stateAtSending),
    note: line`The slot is yours once you accept. Until then the masjid may still choose someone else.`,
  })),

  invite_revoked: khateebTemplate(({ masjidName, day, occasion, from }) => ({
    subject: line`${masjidName} withdrew its invite for ${day}`,
    paragraph: line`${masjidName} has taken back its invite to give this khutbah. You don’t need to do anything.`,
    consequences: formerStart('invite', occasion, from),
    button: { label: line`Open your dashboard`, path: landingPaths.khateeb },
  })),

  request_approved: khateebTemplate((news) => {
    const { masjidName, day, occasion, closed, from, stateAtSending, answerToken } = news
    const closedLines = closedProposalLines(closed, {
      invite: (name, when) =>
        line`The invite from ${name} for ${when} was closed, because the hours overlap.`,
      request: (name, when) =>
        line`Your request to ${name} for ${when} was closed, because the hours overlap.`,
    })
    // If the khateeb is no longer confirmed, the letter is sent only because no other letter lists the closed proposals.
    if (stateAtSending?.isConfirmed === false) {
      return {
        subject: line`Invites and requests closed when ${masjidName} approved your request for ${day}`,
        paragraph: line`${masjidName} approved your request to give this khutbah, but you are no longer confirmed for it.`,
        consequences: closedLines,
        button: { label: line`Open your dashboard`, path: landingPaths.khateeb },
      }
    }
    const consequences = [...formerStart('request', occasion, from), ...closedLines]
    if (stateAtSending?.awaitsReconfirmation === true) {
      return {
        subject: line`Please confirm: your khutbah at ${masjidName} is now on ${day} at ${clockTime(occasion.time)}`,
        paragraph: line`${masjidName} has approved your request. After you asked, it moved this khutbah. Please confirm that you can come at the new time, or withdraw.`,
        consequences,
        button: {
          label: line`Confirm the new time`,
          path: answerPath(answerToken, landingAtRow('khateeb', occasion.slotId)),
        },
        ...wordsOfSlot(masjidName, stateAtSending),
      }
    }
    return {
      subject: line`You are giving the khutbah at ${masjidName} on ${day}`,
      paragraph: line`Good news: ${masjidName} has approved your request. You are confirmed for this khutbah.`,
      consequences,
      button: { label: line`See the khutbah`, path: landingAtRow('khateeb', occasion.slotId) },
      ...wordsOfSlot(masjidName, stateAtSending),
      note: line`If something comes up, please withdraw on your dashboard as early as you can, so that the masjid can find someone else.`,
    }
  }),

  request_rejected: khateebTemplate(({ masjidName, day, occasion, from }) => ({
    subject: line`${masjidName} declined your request for ${day}`,
    paragraph: line`${masjidName} has declined your request to give this khutbah. Thank you for offering: other masjids near you may still need a khateeb.`,
    consequences: formerStart('request', occasion, from),
    button: { label: line`Find another masjid`, path: landingPaths.khateeb },
  })),

  /** To a khateeb whose assignment the masjid has ended. */
  khateeb_removed: khateebTemplate(({ masjidName, day, occasion, from }) => ({
    subject: line`You are no longer giving the khutbah at ${masjidName} on ${day}`,
    paragraph: line`${masjidName} has removed you from this khutbah, so please don’t plan on it any longer.`,
    consequences: formerStart('confirmed', occasion, from),
    button: { label: line`Open the masjid’s page`, path: paths.masjidDetails(occasion.masjidUid) },
    note: line`If this surprises you, the masjid’s page says how to reach them.`,
  })),

  /** To a khateeb with an assignment, invite or request for a slot that the masjid has removed. */
  slot_removed: khateebTemplate((news) =>
    cancellationContent(news, {
      confirmed: line`${news.masjidName} has taken this khutbah off its schedule, so you won’t be giving it. Please don’t plan on it any longer.`,
      invite: line`${news.masjidName} has taken this khutbah off its schedule, so its invite to you is closed. You don’t need to do anything.`,
      request: line`${news.masjidName} has taken this khutbah off its schedule, so your request is closed. You don’t need to do anything.`,
    }),
  ),

  /** To a khateeb with an assignment, invite or request at a masjid whose account was deleted. */
  masjid_left: khateebTemplate((news) =>
    cancellationContent(news, {
      confirmed: line`${news.masjidName} no longer has a Minbar account, so you won’t be giving this khutbah. Please don’t plan on it any longer.`,
      invite: line`${news.masjidName} no longer has a Minbar account, so its invite to you is closed. You don’t need to do anything.`,
      request: line`${news.masjidName} no longer has a Minbar account, so your request is closed. You don’t need to do anything.`,
    }),
  ),

  masjid_moved: masjidMovedMessage,

  slot_moved: slotMovedMessage,

  /** To a khateeb whose invite or request was closed because its slot now is at an hour for which he is confirmed elsewhere. */
  proposal_closed_by_move: khateebTemplate(({ masjidName, direction, from, occasion }) => ({
    subject:
      from === undefined
        ? line`${masjidName} has changed its time zone`
        : line`${masjidName} moved the khutbah on ${longDate(from.date)}`,
    paragraph:
      from === undefined
        ? closedByZoneSentence(masjidName, direction)
        : closedByMoveSentence(masjidName, direction, dateAndTime({ ...occasion, ...from })),
    button: { label: line`Open your dashboard`, path: landingPaths.khateeb },
  })),

  /** To a khateeb whose invite or request was closed because another khateeb was confirmed. */
  rival_confirmed: khateebTemplate(({ masjidName, day, direction, occasion, from }) => ({
    subject: line`${masjidName} chose another khateeb for ${day}`,
    paragraph:
      direction === 'invite'
        ? line`${masjidName} chose another khateeb for this khutbah, so its invite to you was closed. You don’t need to do anything.`
        : line`${masjidName} chose another khateeb for this khutbah, so your request was closed. Thank you for offering!`,
    consequences: formerStart(direction, occasion, from),
    button: { label: line`Find another masjid`, path: landingPaths.khateeb },
  })),

  /** To a khateeb who is confirmed for a slot whose language or note the masjid has changed. */
  slot_described: khateebTemplate(({ masjidName, day, occasion, stateAtSending }) => ({
    subject: line`${masjidName} changed the details of your khutbah on ${day}`,
    paragraph: line`${masjidName} has changed the language or the note of this khutbah. You are still confirmed for it.`,
    button: { label: line`See the khutbah`, path: landingAtRow('khateeb', occasion.slotId) },
    ...wordsOfSlot(masjidName, stateAtSending),
  })),

  /** To a khateeb whom the masjid has approved, if he needed the approval or asked for it. */
  approval_given: khateebTemplate(({ masjidName, occasion, stateAtSending }) => ({
    subject: line`${masjidName} has approved you`,
    paragraph:
      stateAtSending?.isOpen === false
        ? line`Good news: ${masjidName} has approved you. You can request its khutbahs now.`
        : line`Good news: ${masjidName} has approved you. You can request its khutbahs now, and this one still needs a khateeb.`,
    button: { label: line`Open the masjid’s page`, path: paths.masjidDetails(occasion.masjidUid) },
  })),

  /** To a khateeb who has withdrawn, if an earlier letter had the calendar event. */
  you_withdrew: khateebTemplate(({ masjidName, day, occasion, from, stateAtSending }) => ({
    subject: line`You have withdrawn from the khutbah at ${masjidName} on ${day}`,
    paragraph: line`You have withdrawn from this khutbah. ${masjidName} has been told.`,
    consequences: [...formerStart('confirmed', occasion, from), fileSentenceOfEnd(stateAtSending)],
    button: { label: line`Open your dashboard`, path: landingPaths.khateeb },
  })),

  /** To a khateeb who has confirmed the new start of a slot, if an earlier letter had the calendar event. */
  you_reconfirmed: khateebTemplate(({ masjidName, day, occasion }) => ({
    subject: line`You have confirmed the new time of the khutbah at ${masjidName} on ${day}`,
    paragraph: line`You have confirmed that you can give this khutbah at its new time. ${masjidName} has been told.`,
    consequences: [updatedByFileSentence],
    button: { label: line`See the khutbah`, path: landingAtRow('khateeb', occasion.slotId) },
  })),

  /** To a khateeb who is confirmed again after the end of an assignment, if an earlier letter had the calendar event. */
  khateeb_event_updated: khateebTemplate(({ masjidName, day, occasion, formerSlotId, stateAtSending }) => ({
    subject: line`Calendar update: your khutbah at ${masjidName} on ${day}`,
    paragraph: line`You are confirmed for this khutbah.`,
    // A digest leaves out the paragraph, and keeps the consequences.
    consequences: [
      ...(stateAtSending?.awaitsReconfirmation === true
        ? [line`You haven’t confirmed the new time yet.`]
        : []),
      formerSlotId === undefined ? updatedByFileSentence : replacedByFilesSentence,
    ],
    button: { label: line`See the khutbah`, path: landingAtRow('khateeb', occasion.slotId) },
  })),
}

/** Writes the content of a letter about a slot that no longer exists. `why` has the first paragraph for each standing of the khateeb. */
function cancellationContent(
  { masjidName, day, was, occasion, from }: NewsFacts & KhateebNews['slot_removed'],
  why: Readonly<Record<KhateebStanding, Line>>,
): NewsContent {
  return {
    subject:
      was === 'confirmed'
        ? line`Canceled: your khutbah at ${masjidName} on ${day}`
        : line`Canceled: the khutbah at ${masjidName} on ${day}`,
    paragraph: why[was],
    consequences: formerStart(was, occasion, from),
    button: { label: line`Open your dashboard`, path: landingPaths.khateeb },
  }
}

/**
 * Returns the sentence about the former start: the start that the khateeb agreed to, or that the slot had when the proposal was sent. He
 * may not know the start of `occasion`. Returns no sentence if both starts are the same.
 */
function formerStart(
  was: KhateebStanding,
  occasion: SlotInLetter,
  from: FormerStart | undefined,
): readonly Line[] {
  if (from === undefined || (from.date === occasion.date && from.time === occasion.time)) return []
  const start = dateAndTime({ ...occasion, ...from })
  const sentences: Readonly<Record<KhateebStanding, Line>> = {
    confirmed: line`You had agreed to give this khutbah on ${start}.`,
    invite: line`You had been invited to give this khutbah on ${start}.`,
    request: line`You had asked to give this khutbah on ${start}.`,
  }
  return [sentences[was]]
}

function closedByMoveSentence(masjidName: string, direction: Direction, from: Line): Line {
  return direction === 'invite'
    ? line`${masjidName} has moved this khutbah from ${from}. You’re already giving another khutbah at the new time, so we closed this masjid’s invite. You don’t need to do anything.`
    : line`${masjidName} has moved this khutbah from ${from}. You’re already giving another khutbah at the new time, so we closed your request.`
}

function closedByZoneSentence(masjidName: string, direction: Direction): Line {
  return direction === 'invite'
    ? line`${masjidName} has changed its time zone, so this khutbah begins earlier or later than before. You’re already giving another khutbah at the new time, so we closed this masjid’s invite. You don’t need to do anything.`
    : line`${masjidName} has changed its time zone, so this khutbah begins earlier or later than before. You’re already giving another khutbah at the new time, so we closed your request.`
}
