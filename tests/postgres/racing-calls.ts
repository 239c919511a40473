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
import { clientFor, type RacingCall } from './server-pair.ts'

export function postsTimes(masjid: Member, date: string, times: readonly string[]): RacingCall {
  return (url) => clientFor(masjid, url).call(addKhutbah, { masjidUid: 'me', date, times: [...times] })
}

export function invitesKhateeb(masjid: Member, khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(masjid, url).call(requestKhateeb, { ...slot, khateebUid: khateeb.uid })
}

export function requestsSlot(khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(khateeb, url).call(requestToLead, { ...slot, khateebId: 'me' })
}

export function acceptsInvite(khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(khateeb, url).call(acceptInvite, { ...slot, khateebUid: 'me' })
}

export function rejectsInvite(khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(khateeb, url).call(rejectInvite, { ...slot, khateebUid: 'me' })
}

export function revokesRequest(khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(khateeb, url).call(revokeSentRequest, { ...slot, khateebUid: 'me' })
}

export function withdraws(khateeb: Member, slot: Slot, assignmentId: string | null = null): RacingCall {
  const body = { ...slot, khateebUid: 'me', assignmentId, reason: 'I am ill.' }
  return (url) => clientFor(khateeb, url).call(withdrawKhateeb, body)
}

export function approvesRequest(masjid: Member, khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(masjid, url).call(approveRequest, { ...slot, requesterId: khateeb.uid })
}

export function rejectsRequest(masjid: Member, khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(masjid, url).call(rejectRequest, { ...slot, requesterId: khateeb.uid })
}

export function revokesInvite(masjid: Member, khateeb: Member, slot: Slot): RacingCall {
  return (url) => clientFor(masjid, url).call(revokeInvite, { ...slot, khateebUid: khateeb.uid })
}

/** `assignmentId` is the assignment that the masjid saw; null means the current one. */
export function removesKhateeb(masjid: Member, slot: Slot, assignmentId: string | null = null): RacingCall {
  return (url) => clientFor(masjid, url).call(removeKhateeb, { ...slot, assignmentId })
}

export function removesSlot(masjid: Member, slot: Slot): RacingCall {
  return (url) => clientFor(masjid, url).call(removeSlot, slot)
}

export function blocksKhateeb(masjid: Member, khateeb: Member): RacingCall {
  return (url) => clientFor(masjid, url).call(blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid })
}

export function blocksMasjid(khateeb: Member, masjid: Member): RacingCall {
  return (url) => clientFor(khateeb, url).call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
}
