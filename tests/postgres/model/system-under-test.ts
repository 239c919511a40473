import { CallFailed, type Client } from '../../../contract/client.ts'
import { addKhutbah, removeSlot } from '../../../contract/khutbahs.ts'
import {
  acceptInvite,
  approveRequest,
  notifyMasjid,
  rejectInvite,
  rejectRequest,
  removeKhateeb,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../../contract/proposals.ts'
import type { TestApp } from '../../runtime/app.ts'
import type { Person } from '../../runtime/people.ts'
import type { Answer, Call } from './calls.ts'
import type { Participants } from './participants.ts'

/** The running product, and the participants with their clients. */
export interface SystemUnderTest {
  readonly app: TestApp
  readonly participants: Participants
}

/** Makes a call as the masjid or khateeb that may make it, and returns its answer. */
export async function performCall({ participants }: SystemUnderTest, call: Call): Promise<Answer> {
  try {
    return { status: 200, body: { ...(await sent(participants, call)) } }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { status: error.status, code: error.code }
  }
}

function sent({ masjids, khateebs }: Participants, call: Call): Promise<object> {
  const masjid = (uid: string) => clientOf(masjids, uid)
  const khateeb = (uid: string) => clientOf(khateebs, uid)
  switch (call.name) {
    case 'request_khateeb':
      return masjid(call.slot.masjidUid).call(requestKhateeb, { ...call.slot, khateebUid: call.khateebUid })
    case 'add_khutbah_request':
      return khateeb(call.khateebUid).call(requestToLead, { ...call.slot, khateebId: call.khateebUid })
    case 'accept_invite':
    case 'reject_invite':
    case 'revoke_sent_request': {
      const { name, slot, khateebUid, requestId } = call
      return khateeb(khateebUid).call(decisionsOfKhateeb[name], { ...slot, khateebUid, requestId })
    }
    case 'revoke_invite': {
      const { slot, khateebUid, requestId } = call
      return masjid(slot.masjidUid).call(revokeInvite, { ...slot, khateebUid, requestId })
    }
    case 'approve_request_full':
    case 'reject_request_full': {
      const { name, slot, khateebUid: requesterId, requestId } = call
      const endpoint = name === 'approve_request_full' ? approveRequest : rejectRequest
      return masjid(slot.masjidUid).call(endpoint, { ...slot, requesterId, requestId })
    }
    case 'remove_khateeb': {
      const { slot, assignmentId } = call
      return masjid(slot.masjidUid).call(removeKhateeb, { ...slot, assignmentId })
    }
    case 'withdraw_khateeb': {
      const { slot, khateebUid, assignmentId } = call
      const body = { ...slot, khateebUid, assignmentId, reason: 'I am ill.' }
      return khateeb(khateebUid).call(withdrawKhateeb, body)
    }
    case 'remove_slot':
      return masjid(call.slot.masjidUid).call(removeSlot, call.slot)
    case 'add_khutbah': {
      const { masjidUid, date, times } = call
      const posted = times.map((time) => ({ time, khateeb: 'None' }))
      return masjid(masjidUid).call(addKhutbah, { masjidUid, date, times: posted })
    }
    default:
      return khateeb(call.khateebUid).call(notifyMasjid, { date: call.date, time: call.time })
  }
}

const decisionsOfKhateeb = {
  accept_invite: acceptInvite,
  reject_invite: rejectInvite,
  revoke_sent_request: revokeSentRequest,
}

function clientOf(people: readonly Person[], uid: string): Client {
  const found = people.find((it) => it.uid === uid)
  if (found === undefined) throw new Error(`There is no participant ${uid}`)
  return found.client
}
