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

function sent(participants: Participants, call: Call): Promise<object> {
  switch (call.name) {
    case 'request_khateeb':
      return masjid(participants, call.slot.masjidUid).call(requestKhateeb, {
        ...call.slot,
        khateebUid: call.khateebUid,
      })
    case 'add_khutbah_request':
      return khateeb(participants, call.khateebUid).call(requestToLead, {
        ...call.slot,
        khateebId: call.khateebUid,
      })
    case 'accept_invite':
    case 'reject_invite':
    case 'revoke_sent_request': {
      const { slot, khateebUid, requestId } = call
      const endpoints = {
        accept_invite: acceptInvite,
        reject_invite: rejectInvite,
        revoke_sent_request: revokeSentRequest,
      }
      return khateeb(participants, khateebUid).call(endpoints[call.name], { ...slot, khateebUid, requestId })
    }
    case 'revoke_invite': {
      const { slot, khateebUid, requestId } = call
      return masjid(participants, slot.masjidUid).call(revokeInvite, { ...slot, khateebUid, requestId })
    }
    case 'approve_request_full':
    case 'reject_request_full': {
      const { slot, khateebUid, requestId } = call
      const endpoint = call.name === 'approve_request_full' ? approveRequest : rejectRequest
      return masjid(participants, slot.masjidUid).call(endpoint, {
        ...slot,
        requesterId: khateebUid,
        requestId,
      })
    }
    case 'remove_khateeb': {
      const { slot, assignmentId } = call
      return masjid(participants, slot.masjidUid).call(removeKhateeb, { ...slot, assignmentId })
    }
    case 'withdraw_khateeb': {
      const { slot, khateebUid, assignmentId } = call
      const body = { ...slot, khateebUid, assignmentId, reason: 'I am ill.' }
      return khateeb(participants, khateebUid).call(withdrawKhateeb, body)
    }
    case 'remove_slot':
      return masjid(participants, call.slot.masjidUid).call(removeSlot, call.slot)
    case 'add_khutbah': {
      const { masjidUid, date, times } = call
      const posted = times.map((time) => ({ time, khateeb: 'None' }))
      return masjid(participants, masjidUid).call(addKhutbah, { masjidUid, date, times: posted })
    }
    default:
      return khateeb(participants, call.khateebUid).call(notifyMasjid, { date: call.date, time: call.time })
  }
}

function masjid({ masjids }: Participants, uid: string): Client {
  return one(masjids, uid).client
}

function khateeb({ khateebs }: Participants, uid: string): Client {
  return one(khateebs, uid).client
}

function one<P extends { readonly uid: string }>(people: readonly P[], uid: string): P {
  const found = people.find((it) => it.uid === uid)
  if (found === undefined) throw new Error(`There is no participant ${uid}`)
  return found
}
