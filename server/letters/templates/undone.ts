import type { Letters } from '../letter.ts'
import { type Message, say } from '../message.ts'
import { dateInWords, factsOf, factsWith } from '../occasion-words.ts'
import { screens } from '../screens.ts'

/** To a khateeb whom the masjid took off a slot. */
export function khateebRemoved({ occasion, khateebName }: Letters['khateeb_removed']): Message {
  return {
    subject: say`You are no longer giving the khutbah at ${occasion.masjidName} on ${dateInWords(occasion.date)}`,
    greeted: khateebName,
    paragraphs: [
      say`${occasion.masjidName} has removed you from this khutbah, so please don’t plan on it any longer.`,
    ],
    facts: factsOf(occasion),
    button: { label: 'Open the masjid’s page', path: screens.masjid(occasion) },
    notes: [say`If this surprises you, the masjid’s page says how to reach them.`],
  }
}

/** To a masjid whose confirmed khateeb can't come after all. */
export function khateebWithdrew({ occasion, khateebName, reason }: Letters['khateeb_withdrew']): Message {
  return {
    subject: say`${khateebName} can’t give the khutbah on ${dateInWords(occasion.date)} after all`,
    greeted: occasion.masjidName,
    paragraphs: [say`${khateebName} has withdrawn, so this khutbah needs a khateeb again.`],
    facts: factsWith(khateebName, occasion),
    quote: { from: khateebName, words: reason },
    button: { label: 'Find another khateeb', path: screens.masjidHome },
  }
}

/** To a khateeb who was confirmed for a slot that the masjid took away, or had an invite or a request for it. */
export function slotRemoved({ occasion, khateebName, wasConfirmed }: Letters['slot_removed']): Message {
  return {
    subject: wasConfirmed
      ? say`Cancelled: your khutbah at ${occasion.masjidName} on ${dateInWords(occasion.date)}`
      : say`Cancelled: the khutbah at ${occasion.masjidName} on ${dateInWords(occasion.date)}`,
    greeted: khateebName,
    paragraphs: [
      wasConfirmed
        ? say`${occasion.masjidName} has taken this khutbah off its schedule, so you won’t be giving it. Please don’t plan on it any longer.`
        : say`${occasion.masjidName} has taken this khutbah off its schedule, so the invite or request for it is closed. You don’t need to do anything.`,
    ],
    facts: factsOf(occasion),
    button: { label: 'Open your dashboard', path: screens.khateebHome },
  }
}
