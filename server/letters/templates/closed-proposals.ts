import type { Letters } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { factsForKhateeb, factsForMasjid, longDate } from '../occasion-facts.ts'
import { screenPaths } from '../screen-paths.ts'

/** To a khateeb whose invite or request ended because another khateeb was confirmed. */
export function rivalConfirmed({ occasion, khateebName, direction }: Letters['rival_confirmed']): Message {
  return {
    subject: line`Another khateeb gives the khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [
      direction === 'invite'
        ? line`${occasion.masjidName} has confirmed another khateeb for this khutbah, so its invite to you is closed. You don’t need to do anything.`
        : line`${occasion.masjidName} has confirmed another khateeb for this khutbah, so your request is closed. Thank you for offering!`,
    ],
    facts: factsForKhateeb(occasion),
    button: { label: 'Find another masjid', path: screenPaths.khateebHome },
  }
}

/** To a masjid whose invite or request ended because the khateeb was confirmed elsewhere at the same hour. */
export function khateebBookedElsewhere({
  occasion,
  khateebName,
  direction,
}: Letters['khateeb_booked_elsewhere']): Message {
  return {
    subject: line`${khateebName} is no longer free on ${longDate(occasion.date)}`,
    recipientName: occasion.masjidName,
    paragraphs: [
      direction === 'invite'
        ? line`${khateebName} was confirmed for another khutbah at that hour, so your invite is closed. This khutbah still needs a khateeb.`
        : line`${khateebName} was confirmed for another khutbah at that hour, so the request for this one is closed. It still needs a khateeb.`,
    ],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'Invite another khateeb', path: screenPaths.masjidHome },
  }
}
