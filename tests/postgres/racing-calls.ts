import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import {
  acceptInvite,
  approveRequest,
  blockAccount,
  rejectInvite,
  rejectRequest,
  removeKhateeb,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import type { Member } from '../runtime/insert-people.ts'
import type { Slot } from '../runtime/slots.ts'
import { type Contestant, speaking } from './server-pair.ts'

/** A masjid posts times of a date. */
export function posts(masjid: Member, date: string, times: readonly string[]): Contestant {
  return (url) => speaking(masjid, url).call(addKhutbah, { masjidUid: 'me', date, times: [...times] })
}

/** A masjid invites a khateeb. */
export function invites(masjid: Member, khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(masjid, url).call(requestKhateeb, { ...slot, khateebUid: khateeb.uid })
}

/** A khateeb requests a slot. */
export function requests(khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(khateeb, url).call(requestToLead, { ...slot, khateebId: 'me' })
}

export function accepts(khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(khateeb, url).call(acceptInvite, { ...slot, khateebUid: 'me' })
}

export function rejects(khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(khateeb, url).call(rejectInvite, { ...slot, khateebUid: 'me' })
}

export function revokes(khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(khateeb, url).call(revokeSentRequest, { ...slot, khateebUid: 'me' })
}

export function withdraws(khateeb: Member, slot: Slot, assignmentId: string | null = null): Contestant {
  const body = { ...slot, khateebUid: 'me', assignmentId, reason: 'I am ill.' }
  return (url) => speaking(khateeb, url).call(withdrawKhateeb, body)
}

/** A masjid approves a khateeb's request. */
export function approves(masjid: Member, khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(masjid, url).call(approveRequest, { ...slot, requesterId: khateeb.uid })
}

/** A masjid rejects a khateeb's request. */
export function turnsDown(masjid: Member, khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(masjid, url).call(rejectRequest, { ...slot, requesterId: khateeb.uid })
}

/** A masjid revokes its invite. */
export function takesBack(masjid: Member, khateeb: Member, slot: Slot): Contestant {
  return (url) => speaking(masjid, url).call(revokeInvite, { ...slot, khateebUid: khateeb.uid })
}

/** A masjid removes the khateeb of a slot, whose assignment it saw. */
export function removes(masjid: Member, slot: Slot, assignmentId: string | null = null): Contestant {
  return (url) => speaking(masjid, url).call(removeKhateeb, { ...slot, assignmentId })
}

/** A masjid takes a slot away. */
export function takesAway(masjid: Member, slot: Slot): Contestant {
  return (url) => speaking(masjid, url).call(removeSlot, slot)
}

/** A masjid blocks a khateeb. */
export function blocks(masjid: Member, khateeb: Member): Contestant {
  return (url) => speaking(masjid, url).call(blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid })
}

/** A khateeb blocks a masjid. */
export function shuts(khateeb: Member, masjid: Member): Contestant {
  return (url) => speaking(khateeb, url).call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
}
