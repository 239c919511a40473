import type { Letters } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { factsForKhateeb, factsForMasjid, longDate } from '../occasion-facts.ts'
import { screenPaths } from '../screen-paths.ts'

/** To the khateeb. */
export function inviteReceived({ occasion, khateebName }: Letters['invite_received']): Message {
  return {
    subject: line`${occasion.masjidName} invites you to give the khutbah on ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [line`${occasion.masjidName} would like you to give this khutbah. Can you come?`],
    facts: factsForKhateeb(occasion),
    button: { label: 'Accept or reject', path: screenPaths.khateebHome },
    notes: [line`The slot is yours once you accept. Until then the masjid may still choose somebody else.`],
  }
}

/** To the khateeb. */
export function inviteRevoked({ occasion, khateebName }: Letters['invite_revoked']): Message {
  return {
    subject: line`${occasion.masjidName} took back its invite for ${longDate(occasion.date)}`,
    recipientName: khateebName,
    paragraphs: [
      line`${occasion.masjidName} has taken back its invite to give this khutbah. You don’t need to do anything.`,
    ],
    facts: factsForKhateeb(occasion),
    button: { label: 'Open your dashboard', path: screenPaths.khateebHome },
  }
}

/** To the masjid. */
export function inviteAccepted({ occasion, khateebName }: Letters['invite_accepted']): Message {
  return {
    subject: line`${khateebName} will give the khutbah on ${longDate(occasion.date)}`,
    recipientName: occasion.masjidName,
    paragraphs: [line`Good news: ${khateebName} has accepted your invite and is confirmed for this khutbah.`],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'See your khutbahs', path: screenPaths.masjidHome },
    notes: [
      line`From three days before the khutbah you can see the khateeb’s phone number on the khateeb’s page.`,
    ],
  }
}

/** To the masjid. */
export function inviteRejected({ occasion, khateebName }: Letters['invite_rejected']): Message {
  return {
    subject: line`${khateebName} can’t give the khutbah on ${longDate(occasion.date)}`,
    recipientName: occasion.masjidName,
    paragraphs: [line`${khateebName} has declined your invite, so this khutbah still needs a khateeb.`],
    facts: factsForMasjid(khateebName, occasion),
    button: { label: 'Invite another khateeb', path: screenPaths.masjidHome },
  }
}
