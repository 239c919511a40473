import { landingAtRow } from '../../../contract/screen-paths.ts'
import { closedProposalLines } from './closed-proposal-lines.ts'
import type { MasjidNews } from './letter.ts'
import { longDate } from './local-time.ts'
import { line, type Message, type Templates } from './message.ts'
import type { NewsContent, NewsFacts } from './news-content.ts'
import { addressFact, dateAndTimeFacts } from './slot-facts.ts'

/** Addresses a letter to the masjid, with the facts about the khateeb and the slot. */
function toMasjid<Props extends MasjidNews[keyof MasjidNews]>(
  write: (props: Props & NewsFacts) => NewsContent,
) {
  return (props: Props): Message => {
    const { masjidName, date } = props.occasion
    const day = longDate(date)
    const { paragraph, consequences = [], ...content } = write({ ...props, masjidName, day })
    return {
      recipientName: masjidName,
      facts: [
        { label: 'Khateeb', value: line`${props.khateebName}` },
        ...dateAndTimeFacts(props.occasion),
        { label: 'Masjid', value: line`${masjidName}` },
        addressFact(props.occasion),
      ],
      paragraphs: [paragraph, ...consequences],
      ...content,
    }
  }
}

export const newsForMasjids: Templates<MasjidNews> = {
  request_received: toMasjid(({ khateebName, day, proposalId }) => ({
    subject: line`${khateebName} would like to give the khutbah on ${day}`,
    paragraph: line`${khateebName} would like to give this khutbah at your masjid. Please answer soon, so that both of you can plan.`,
    button: { label: 'Approve or reject', path: landingAtRow('masjid', proposalId) },
    note: line`Until you answer, you can see the khateeb’s phone number on the khateeb’s page.`,
  })),

  request_revoked: toMasjid(({ khateebName, day, occasion }) => ({
    subject: line`${khateebName} withdrew the request for ${day}`,
    paragraph: line`${khateebName} has withdrawn the request to give this khutbah.`,
    button: { label: 'See your khutbahs', path: landingAtRow('masjid', occasion.slotId) },
  })),

  invite_accepted: toMasjid(({ khateebName, day, occasion, closed }) => ({
    subject: line`${khateebName} will give the khutbah on ${day}`,
    paragraph: line`Good news: ${khateebName} has accepted your invite and is confirmed for this khutbah.`,
    consequences: closedProposalLines(closed, {
      invite: (name, when) => line`Your invite to ${name} for ${when} is closed.`,
      request: (name, when) => line`The request from ${name} for ${when} is closed.`,
    }),
    button: { label: 'See your khutbahs', path: landingAtRow('masjid', occasion.slotId) },
    note: line`Starting three days before the khutbah, you can see the khateeb’s phone number on the khateeb’s page.`,
  })),

  invite_rejected: toMasjid(({ khateebName, day, occasion }) => ({
    subject: line`${khateebName} can’t give the khutbah on ${day}`,
    paragraph: line`${khateebName} has declined your invite, so this khutbah still needs a khateeb.`,
    button: { label: 'Invite another khateeb', path: landingAtRow('masjid', occasion.slotId) },
  })),

  /** To a masjid whose invite or request ended because the khateeb was confirmed elsewhere at the same hour. */
  khateeb_booked_elsewhere: toMasjid(({ khateebName, day, direction, occasion }) => ({
    subject: line`${khateebName} is no longer free on ${day}`,
    paragraph:
      direction === 'invite'
        ? line`${khateebName} was confirmed for another khutbah at that hour, so your invite is closed. This khutbah still needs a khateeb.`
        : line`${khateebName} was confirmed for another khutbah at that hour, so the request is closed. This khutbah still needs a khateeb.`,
    button: { label: 'Invite another khateeb', path: landingAtRow('masjid', occasion.slotId) },
  })),

  khateeb_reconfirmed: toMasjid(({ khateebName, day, occasion }) => ({
    subject: line`${khateebName} confirmed again for ${day}`,
    paragraph: line`Good news: ${khateebName} can still give this khutbah after your change of time zone.`,
    button: { label: 'See your khutbahs', path: landingAtRow('masjid', occasion.slotId) },
  })),

  /** To a masjid whose confirmed khateeb has withdrawn. */
  khateeb_withdrew: toMasjid(({ khateebName, day, reason, occasion }) => ({
    subject: line`${khateebName} can’t give the khutbah on ${day} after all`,
    paragraph: line`${khateebName} has withdrawn, so this khutbah needs a khateeb again.`,
    quote: { from: khateebName, words: reason },
    button: { label: 'Find another khateeb', path: landingAtRow('masjid', occasion.slotId) },
  })),

  /** To a masjid, about an assignment, invite or request of a khateeb whose account was deleted. */
  khateeb_left: toMasjid(({ khateebName, day, was, occasion }) => {
    const why = {
      confirmed: line`${khateebName} no longer has a Minbar account and won’t give this khutbah, so it needs a khateeb again.`,
      invite: line`${khateebName} no longer has a Minbar account, so your invite is closed. This khutbah still needs a khateeb.`,
      request: line`${khateebName} no longer has a Minbar account, so the request is closed. This khutbah still needs a khateeb.`,
    }
    return {
      subject:
        was === 'confirmed'
          ? line`${khateebName} won’t give the khutbah on ${day}`
          : line`${khateebName} is no longer free on ${day}`,
      paragraph: why[was],
      button: { label: 'Find another khateeb', path: landingAtRow('masjid', occasion.slotId) },
    }
  }),
}
