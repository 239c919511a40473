import type { Letters, SlotRole } from '../letter.ts'
import { type Message, say } from '../message.ts'
import { longDate, factsForKhateeb, factsForMasjid } from '../occasion-facts.ts'
import { screenPaths } from '../screen-paths.ts'

/** To a khateeb whom the masjid took off a slot. */
export function khateebRemoved({ occasion, khateebName }: Letters['khateeb_removed']): Message {
  return {
    subject: say`You are no longer giving the khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`,
    greeted: khateebName,
    paragraphs: [
      say`${occasion.masjidName} has removed you from this khutbah, so please don’t plan on it any longer.`,
    ],
    facts: factsForKhateeb(occasion),
    button: { label: 'Open the masjid’s page', path: screenPaths.masjid(occasion) },
    notes: [say`If this surprises you, the masjid’s page says how to reach them.`],
  }
}

/** To a masjid whose confirmed khateeb can't come after all. */
export function khateebWithdrew({ occasion, khateebName, reason }: Letters['khateeb_withdrew']): Message {
  return {
    subject: say`${khateebName} can’t give the khutbah on ${longDate(occasion.date)} after all`,
    greeted: occasion.masjidName,
    paragraphs: [say`${khateebName} has withdrawn, so this khutbah needs a khateeb again.`],
    facts: factsForMasjid(khateebName, occasion),
    quote: { from: khateebName, words: reason },
    button: { label: 'Find another khateeb', path: screenPaths.masjidHome },
  }
}

/** To a khateeb who was confirmed for a slot that the masjid took away, or had an invite or a request for it. */
export function slotRemoved(props: Letters['slot_removed']): Message {
  const { masjidName } = props.occasion
  return cancelled(props, {
    confirmed: say`${masjidName} has taken this khutbah off its schedule, so you won’t be giving it. Please don’t plan on it any longer.`,
    invite: say`${masjidName} has taken this khutbah off its schedule, so its invite to you is closed. You don’t need to do anything.`,
    request: say`${masjidName} has taken this khutbah off its schedule, so your request is closed. You don’t need to do anything.`,
  })
}

/** To a masjid about a khateeb who deleted his account: he was confirmed, invited, or asked for a slot. */
export function khateebLeft({ occasion, khateebName, was }: Letters['khateeb_left']): Message {
  const paragraphs = {
    confirmed: say`${khateebName} has deleted the account at Minbar and won’t give this khutbah, so it needs a khateeb again.`,
    invite: say`${khateebName} has deleted the account at Minbar, so your invite is closed. This khutbah still needs a khateeb.`,
    request: say`${khateebName} has deleted the account at Minbar, so the request for this khutbah is closed. It still needs a khateeb.`,
  }
  return {
    subject:
      was === 'confirmed'
        ? say`${khateebName} won’t give the khutbah on ${longDate(occasion.date)}`
        : say`${khateebName} is no longer free on ${longDate(occasion.date)}`,
    greeted: occasion.masjidName,
    paragraphs: [paragraphs[was]],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'Find another khateeb', path: screenPaths.masjidHome },
  }
}

/** To a khateeb who was confirmed at a masjid that deleted its account, or had an invite or a request there. */
export function masjidLeft(props: Letters['masjid_left']): Message {
  const { masjidName } = props.occasion
  return cancelled(props, {
    confirmed: say`${masjidName} has deleted its account at Minbar, so you won’t be giving this khutbah. Please don’t plan on it any longer.`,
    invite: say`${masjidName} has deleted its account at Minbar, so its invite to you is closed. You don’t need to do anything.`,
    request: say`${masjidName} has deleted its account at Minbar, so your request is closed. You don’t need to do anything.`,
  })
}

/** To a khateeb whose khutbah won't take place, or not here; `why` says what became of what he had to do with it. */
function cancelled(
  { occasion, khateebName, was }: Letters['slot_removed' | 'masjid_left'],
  why: Readonly<Record<SlotRole, Message['paragraphs'][number]>>,
): Message {
  return {
    subject:
      was === 'confirmed'
        ? say`Cancelled: your khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`
        : say`Cancelled: the khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`,
    greeted: khateebName,
    paragraphs: [why[was]],
    facts: factsForKhateeb(occasion),
    button: { label: 'Open your dashboard', path: screenPaths.khateebHome },
  }
}
