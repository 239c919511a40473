import { landingAtRow, landingPaths, paths } from '../../../contract/screen-paths.ts'
import { answerPath } from './answer-path.ts'
import { closedProposalLines } from './closed-proposal-lines.ts'
import { longDate } from './local-time.ts'
import { type Line, line, type Message, type Templates } from './message.ts'
import type { NewsContent, NewsFacts } from './news-content.ts'
import type { MasjidNews, StateAtSending } from './news-props.ts'
import {
  addressFacts,
  dateAndTime,
  dateAndTimeFacts,
  fileSentenceOfEnd,
  replacedByFilesSentence,
  updatedByFileSentence,
} from './slot-facts.ts'

/** Creates a template for a letter that greets the masjid and shows the facts about the khateeb and the slot. */
function masjidTemplate<Props extends MasjidNews[keyof MasjidNews]>(
  write: (props: Props & NewsFacts) => NewsContent,
) {
  return (props: Props): Message => {
    const { masjidName, date } = props.occasion
    const day = longDate(date)
    const { paragraph, consequences = [], slotFacts = [], ...content } = write({ ...props, masjidName, day })
    const movedTo = props.stateAtSending?.movedTo ?? null
    const newTime = movedTo === null ? [] : [{ label: line`New time`, value: dateAndTime(movedTo) }]
    return {
      recipientName: masjidName,
      facts: [
        { label: line`Khateeb`, value: line`${props.khateebName}` },
        ...dateAndTimeFacts(props.occasion),
        ...newTime,
        ...slotFacts,
        { label: line`Masjid`, value: line`${masjidName}` },
        ...addressFacts(props.occasion),
      ],
      digestFacts: newTime,
      paragraphs: [
        paragraph,
        ...consequences,
        ...(props.onlyUpdatesEvent === true ? [updatedByFileSentence] : []),
      ],
      ...content,
    }
  }
}

/** Appends the sentence `second` to `first`, unless the slot has a khateeb again or was removed. */
function appendIfOpen(stateAtSending: StateAtSending | undefined, first: Line, second: Line): Line {
  return stateAtSending?.isOpen === false ? first : line`${first} ${second}`
}

/** Returns a button to the row of the slot. The label of the button is `label`, unless the slot has a khateeb again or was removed. */
function slotButton(
  { occasion, stateAtSending }: Pick<MasjidNews['invite_rejected'], 'occasion' | 'stateAtSending'>,
  label: Line,
): Message['button'] {
  const path = landingAtRow('masjid', occasion.slotId)
  return { label: stateAtSending?.isOpen === false ? line`See your khutbahs` : label, path }
}

const needsKhateebSentence = line`This khutbah needs a khateeb again.`
const stillNeedsKhateebSentence = line`This khutbah still needs a khateeb.`

export const newsForMasjids: Templates<MasjidNews> = {
  request_received: masjidTemplate(({ khateebName, day, proposalId, answerToken }) => ({
    subject: line`${khateebName} would like to give the khutbah on ${day}`,
    paragraph: line`${khateebName} would like to give this khutbah at your masjid. Please answer soon, so that both of you can plan.`,
    button: {
      label: line`Approve or reject`,
      path: answerPath(answerToken, landingAtRow('masjid', proposalId)),
    },
    note: line`Until your masjid answers, its owners and schedulers can see the khateeb’s phone number on the khateeb’s page.`,
  })),

  request_revoked: masjidTemplate(({ khateebName, day, occasion }) => ({
    subject: line`${khateebName} withdrew the request for ${day}`,
    paragraph: line`${khateebName} has withdrawn the request to give this khutbah.`,
    button: { label: line`See your khutbahs`, path: landingAtRow('masjid', occasion.slotId) },
  })),

  invite_accepted: masjidTemplate(({ khateebName, day, occasion, closed, stateAtSending }) => {
    const consequences = closedProposalLines(closed, {
      invite: (name, when) => line`Your invite to ${name} for ${when} was closed.`,
      request: (name, when) => line`The request from ${name} for ${when} was closed.`,
    })
    const button = { label: line`See your khutbahs`, path: landingAtRow('masjid', occasion.slotId) }
    // If the khateeb is no longer confirmed, the letter is sent only because no other letter lists the closed proposals.
    if (stateAtSending?.isConfirmed === false) {
      return {
        subject: line`Invites and requests closed when ${khateebName} accepted your invite for ${day}`,
        paragraph: line`${khateebName} accepted your invite to give this khutbah, but is no longer confirmed for it.`,
        consequences,
        button,
      }
    }
    if (stateAtSending?.awaitsReconfirmation === true) {
      return {
        subject: line`${khateebName} hasn’t confirmed the new time yet: the khutbah on ${day}`,
        paragraph: line`${khateebName} accepted your invite. The time of this khutbah has changed since then, and the khateeb hasn’t confirmed the new time yet.`,
        consequences,
        button,
      }
    }
    return {
      subject: line`${khateebName} will give the khutbah on ${day}`,
      paragraph: line`Good news: ${khateebName} has accepted your invite and is confirmed for this khutbah.`,
      consequences,
      button,
      note: line`Starting three days before the khutbah, the owners and schedulers of your masjid can see the khateeb’s phone number on the khateeb’s page.`,
    }
  }),

  invite_rejected: masjidTemplate(({ khateebName, day, ...news }) => ({
    subject: line`${khateebName} declined your invite for ${day}`,
    paragraph: appendIfOpen(
      news.stateAtSending,
      line`${khateebName} has declined your invite.`,
      stillNeedsKhateebSentence,
    ),
    button: slotButton(news, line`Invite another khateeb`),
  })),

  /** To a masjid whose invite or request was closed because the khateeb was confirmed elsewhere at the same hour. */
  khateeb_booked_elsewhere: masjidTemplate(({ khateebName, day, direction, ...news }) => ({
    subject: line`${khateebName} was booked for another khutbah on ${day}`,
    paragraph: appendIfOpen(
      news.stateAtSending,
      direction === 'invite'
        ? line`${khateebName} was confirmed for another khutbah at that hour, so your invite was closed.`
        : line`${khateebName} was confirmed for another khutbah at that hour, so the request was closed.`,
      stillNeedsKhateebSentence,
    ),
    button: slotButton(news, line`Invite another khateeb`),
  })),

  khateeb_reconfirmed: masjidTemplate(({ khateebName, day, occasion }) => ({
    subject: line`${khateebName} confirmed again for ${day}`,
    paragraph: line`Good news: ${khateebName} can give this khutbah at its new time.`,
    button: { label: line`See your khutbahs`, path: landingAtRow('masjid', occasion.slotId) },
  })),

  /** To a masjid whose confirmed khateeb has withdrawn. */
  khateeb_withdrew: masjidTemplate(({ khateebName, day, reason, ...news }) => ({
    subject: line`${khateebName} can’t give the khutbah on ${day} after all`,
    paragraph: appendIfOpen(
      news.stateAtSending,
      line`${khateebName} has withdrawn from this khutbah.`,
      needsKhateebSentence,
    ),
    quote: { from: khateebName, words: reason },
    button: slotButton(news, line`Find another khateeb`),
  })),

  /** To a masjid, about an assignment, invite or request of a khateeb whose account was deleted. */
  khateeb_left: masjidTemplate(({ khateebName, day, was, ...news }) => {
    const why = {
      confirmed: line`${khateebName} no longer has a Minbar account and won’t give this khutbah.`,
      invite: line`${khateebName} no longer has a Minbar account, so your invite was closed.`,
      request: line`${khateebName} no longer has a Minbar account, so the request was closed.`,
    }
    return {
      subject:
        was === 'confirmed'
          ? line`${khateebName} won’t give the khutbah on ${day}`
          : line`${khateebName} is no longer free on ${day}`,
      paragraph: appendIfOpen(
        news.stateAtSending,
        why[was],
        was === 'confirmed' ? needsKhateebSentence : stillNeedsKhateebSentence,
      ),
      button: slotButton(news, line`Find another khateeb`),
    }
  }),

  /** To a masjid if its confirmed khateeb has set the topic of another khutbah there, up to 12 weeks before or after. */
  topic_comes_again: masjidTemplate(({ khateebName, day, occasion }) => ({
    subject: line`The topic of the khutbah on ${day} is repeated`,
    paragraph: line`${khateebName} has chosen the topic of another khutbah at your masjid, up to 12 weeks before or after. If you would like a different topic, please talk to the khateeb.`,
    button: { label: line`See the khutbah`, path: landingAtRow('masjid', occasion.slotId) },
  })),

  /** To a masjid that accepts only approved khateebs, if a khateeb asks for approval. */
  approval_asked: masjidTemplate(({ khateebName, khateebUid }) => ({
    subject: line`${khateebName} asks for your approval`,
    paragraph: line`${khateebName} would like to give this khutbah. Your masjid takes requests only from khateebs it has approved. If you approve this khateeb, we will let the khateeb know.`,
    button: { label: line`See the khateeb`, path: paths.ourKhateeb(khateebUid) },
  })),

  /** To members of a masjid that has removed its khateeb, if an earlier letter to them had the calendar event. */
  you_removed_khateeb: masjidTemplate(({ khateebName, day, memberName, ...news }) => ({
    subject: line`${khateebName} is no longer giving the khutbah on ${day}`,
    paragraph: appendIfOpen(
      news.stateAtSending,
      line`${memberName} has removed ${khateebName} from this khutbah.`,
      needsKhateebSentence,
    ),
    consequences: [fileSentenceOfEnd(news.stateAtSending)],
    button: slotButton(news, line`Find another khateeb`),
  })),

  /** To members of a masjid that has removed a slot with a khateeb, if an earlier letter to them had the calendar event. */
  you_removed_slot: masjidTemplate(({ khateebName, day, memberName, stateAtSending }) => ({
    subject: line`Your masjid has canceled the khutbah on ${day}`,
    paragraph: line`${memberName} has taken this khutbah off your schedule, so ${khateebName} won’t be giving it.`,
    consequences: [fileSentenceOfEnd(stateAtSending)],
    button: { label: line`See your khutbahs`, path: landingPaths.masjid },
  })),

  /** To members of a masjid that has moved a slot with a khateeb, if an earlier letter to them had the calendar event. */
  you_moved_slot: masjidTemplate(({ khateebName, memberName, occasion, from, stateAtSending }) => {
    const oldTime = [{ label: line`Old time`, value: dateAndTime({ ...occasion, ...from }) }]
    return {
      subject: line`Your masjid has moved the khutbah on ${longDate(from.date)}`,
      paragraph: line`${memberName} has moved this khutbah to a new time. ${khateebName} has been told.`,
      consequences: [
        ...(stateAtSending?.awaitsReconfirmation === true
          ? [line`${khateebName} hasn’t confirmed the new time yet.`]
          : []),
        updatedByFileSentence,
      ],
      slotFacts: oldTime,
      digestFacts: oldTime,
      button: { label: line`See your khutbahs`, path: landingAtRow('masjid', occasion.slotId) },
    }
  }),

  /** To a masjid whose khateeb is confirmed again after the end of an assignment, if an earlier letter had the calendar event. */
  masjid_event_updated: masjidTemplate(({ khateebName, day, occasion, formerSlotId, stateAtSending }) => ({
    subject: line`Calendar update: the khutbah of ${khateebName} on ${day}`,
    paragraph: line`${khateebName} is confirmed for this khutbah.`,
    consequences: [
      ...(stateAtSending?.awaitsReconfirmation === true
        ? [line`${khateebName} hasn’t confirmed the new time yet.`]
        : []),
      formerSlotId === undefined ? updatedByFileSentence : replacedByFilesSentence,
    ],
    button: { label: line`See your khutbahs`, path: landingAtRow('masjid', occasion.slotId) },
  })),
}
