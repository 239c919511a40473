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
import type { World } from './participants.ts'

/** The product itself, and everybody's clients. */
export interface Reality {
  readonly app: TestApp
  readonly world: World
}

/** Makes a call as whoever may make it, and gives what it was answered. */
export async function make({ world }: Reality, call: Call): Promise<Answer> {
  try {
    return { status: 200, body: { ...(await sent(world, call)) } }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { status: error.status, code: error.code }
  }
}

function sent(world: World, call: Call): Promise<object> {
  switch (call.name) {
    case 'request_khateeb':
      return masjid(world, call.slot.masjidUid).call(requestKhateeb, {
        ...call.slot,
        khateebUid: call.khateebUid,
      })
    case 'add_khutbah_request':
      return khateeb(world, call.khateebUid).call(requestToLead, {
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
      return khateeb(world, khateebUid).call(endpoints[call.name], { ...slot, khateebUid, requestId })
    }
    case 'revoke_invite': {
      const { slot, khateebUid, requestId } = call
      return masjid(world, slot.masjidUid).call(revokeInvite, { ...slot, khateebUid, requestId })
    }
    case 'approve_request_full':
    case 'reject_request_full': {
      const { slot, khateebUid, requestId } = call
      const endpoint = call.name === 'approve_request_full' ? approveRequest : rejectRequest
      return masjid(world, slot.masjidUid).call(endpoint, { ...slot, requesterId: khateebUid, requestId })
    }
    case 'remove_khateeb': {
      const { slot, assignmentId } = call
      return masjid(world, slot.masjidUid).call(removeKhateeb, { ...slot, assignmentId })
    }
    case 'withdraw_khateeb': {
      const { slot, khateebUid, assignmentId } = call
      const body = { ...slot, khateebUid, assignmentId, reason: 'I am ill.' }
      return khateeb(world, khateebUid).call(withdrawKhateeb, body)
    }
    case 'remove_slot':
      return masjid(world, call.slot.masjidUid).call(removeSlot, call.slot)
    case 'add_khutbah': {
      const { masjidUid, date, times } = call
      const posted = times.map((time) => ({ time, khateeb: 'None' }))
      return masjid(world, masjidUid).call(addKhutbah, { masjidUid, date, times: posted })
    }
    default:
      return khateeb(world, call.khateebUid).call(notifyMasjid, { date: call.date, time: call.time })
  }
}

function masjid({ masjids }: World, uid: string): Client {
  return one(masjids, uid).client
}

function khateeb({ khateebs }: World, uid: string): Client {
  return one(khateebs, uid).client
}

function one<P extends { readonly uid: string }>(people: readonly P[], uid: string): P {
  const found = people.find((it) => it.uid === uid)
  if (found === undefined) throw new Error(`Nobody here is ${uid}`)
  return found
}
