import type { Letters, SlotRole } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { factsForKhateeb, factsForMasjid, longDate } from '../occasion-facts.ts'
import { screenPaths } from '../screen-paths.ts'

/** To a khateeb whose assignment the masjid has ended. */
export function khateebRemoved({ occasion, khateebName }: Letters['khateeb_removed']): Message {
  return {
    subject: line`You are no longer giving the khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [
      line`${occasion.masjidName} has removed you from this khutbah, so please don’t plan on it any longer.`,
    ],
    facts: factsForKhateeb(occasion),
    button: { label: 'Open the masjid’s page', path: screenPaths.masjid(occasion) },
    notes: [line`If this surprises you, the masjid’s page says how to reach them.`],
  }
}

/** To a masjid whose confirmed khateeb has withdrawn. */
export function khateebWithdrew({ occasion, khateebName, reason }: Letters['khateeb_withdrew']): Message {
  return {
    subject: line`${khateebName} can’t give the khutbah on ${longDate(occasion.date)} after all`,
    recipientName: occasion.masjidName,
    paragraphs: [line`${khateebName} has withdrawn, so this khutbah needs a khateeb again.`],
    facts: factsForMasjid(khateebName, occasion),
    quote: { from: khateebName, words: reason },
    button: { label: 'Find another khateeb', path: screenPaths.masjidHome },
  }
}

/** To a khateeb with an assignment, invite or request for a slot that the masjid has removed. */
export function slotRemoved(props: Letters['slot_removed']): Message {
  const { masjidName } = props.occasion
  return cancelled(props, {
    confirmed: line`${masjidName} has taken this khutbah off its schedule, so you won’t be giving it. Please don’t plan on it any longer.`,
    invite: line`${masjidName} has taken this khutbah off its schedule, so its invite to you is closed. You don’t need to do anything.`,
    request: line`${masjidName} has taken this khutbah off its schedule, so your request is closed. You don’t need to do anything.`,
  })
}

/** To a masjid, about an assignment, invite or request of a khateeb who has deleted their account. */
export function khateebLeft({ occasion, khateebName, was }: Letters['khateeb_left']): Message {
  const paragraphs = {
    confirmed: line`${khateebName} has deleted their Minbar account and won’t give this khutbah, so it needs a khateeb again.`,
    invite: line`${khateebName} has deleted their Minbar account, so your invite is closed. This khutbah still needs a khateeb.`,
    request: line`${khateebName} has deleted their Minbar account, so the request for this khutbah is closed. It still needs a khateeb.`,
  }
  return {
    subject:
      was === 'confirmed'
        ? line`${khateebName} won’t give the khutbah on ${longDate(occasion.date)}`
        : line`${khateebName} is no longer free on ${longDate(occasion.date)}`,
    recipientName: occasion.masjidName,
    paragraphs: [paragraphs[was]],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'Find another khateeb', path: screenPaths.masjidHome },
  }
}

/** To a khateeb with an assignment, invite or request at a masjid that has deleted its account. */
export function masjidLeft(props: Letters['masjid_left']): Message {
  const { masjidName } = props.occasion
  return cancelled(props, {
    confirmed: line`${masjidName} has deleted its Minbar account, so you won’t be giving this khutbah. Please don’t plan on it any longer.`,
    invite: line`${masjidName} has deleted its Minbar account, so its invite to you is closed. You don’t need to do anything.`,
    request: line`${masjidName} has deleted its Minbar account, so your request is closed. You don’t need to do anything.`,
  })
}

/** To a khateeb whose slot no longer exists. `why` is the first paragraph for each role. */
function cancelled(
  { occasion, khateebName, was }: Letters['slot_removed' | 'masjid_left'],
  why: Readonly<Record<SlotRole, Message['paragraphs'][number]>>,
): Message {
  return {
    subject:
      was === 'confirmed'
        ? line`Cancelled: your khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`
        : line`Cancelled: the khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [why[was]],
    facts: factsForKhateeb(occasion),
    button: { label: 'Open your dashboard', path: screenPaths.khateebHome },
  }
}
