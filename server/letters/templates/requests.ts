import type { Letters } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { factsForKhateeb, factsForMasjid, longDate } from '../occasion-facts.ts'
import { screenPaths } from '../screen-paths.ts'

/** To the masjid. */
export function requestReceived({ occasion, khateebName }: Letters['request_received']): Message {
  return {
    subject: line`${khateebName} asks to give the khutbah on ${longDate(occasion.date)}`,
    recipientName: occasion.masjidName,
    paragraphs: [
      line`${khateebName} would like to give this khutbah at your masjid. Please answer soon, so that both of you can plan.`,
    ],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'Approve or reject', path: screenPaths.masjidHome },
    notes: [line`Until you answer, you can see the khateeb’s phone number on the khateeb’s page.`],
  }
}

/** To the masjid. */
export function requestRevoked({ occasion, khateebName }: Letters['request_revoked']): Message {
  return {
    subject: line`${khateebName} took back the request for ${longDate(occasion.date)}`,
    recipientName: occasion.masjidName,
    paragraphs: [line`${khateebName} no longer asks to give this khutbah.`],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'See your khutbahs', path: screenPaths.masjidHome },
  }
}

/** To the khateeb. */
export function requestApproved({ occasion, khateebName }: Letters['request_approved']): Message {
  return {
    subject: line`You are giving the khutbah at ${occasion.masjidName} on ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [
      line`Good news: ${occasion.masjidName} has approved your request. You are confirmed for this khutbah.`,
    ],
    facts: factsForKhateeb(occasion),
    button: { label: 'See the khutbah', path: screenPaths.khutbah(occasion) },
    notes: [
      line`If something comes up, please withdraw on your dashboard as early as you can, so that the masjid can find somebody else.`,
    ],
  }
}

/** To the khateeb. */
export function requestRejected({ occasion, khateebName }: Letters['request_rejected']): Message {
  return {
    subject: line`${occasion.masjidName} declined your request for ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [
      line`${occasion.masjidName} has declined your request to give this khutbah. Thank you for offering: other masjids near you may still need a khateeb.`,
    ],
    facts: factsForKhateeb(occasion),
    button: { label: 'Find another masjid', path: screenPaths.khateebHome },
  }
}
