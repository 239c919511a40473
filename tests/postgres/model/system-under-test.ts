import * as assignmentCalls from '../../../contract/assignments.ts'
import { CallFailed, type Client } from '../../../contract/client.ts'
import { addKhutbah, describeSlots, removeSlot, removeSlots } from '../../../contract/khutbahs.ts'
import * as contract from '../../../contract/proposals.ts'
import type { TestApp } from '../../runtime/app.ts'
import type { TestAccount } from '../../runtime/people.ts'
import type { Call, CallResult, SlotReference } from './calls.ts'
import type { Participants } from './participants.ts'

/** The running product, and the participants with their clients. */
export interface SystemUnderTest {
  readonly app: TestApp
  readonly participants: Participants
}

/**
 * Makes a call as the masjid or khateeb that may make it. Returns the response without `by` (the colleague who was faster), because the
 * model has only one member for each masjid.
 */
export async function performCall({ participants }: SystemUnderTest, call: Call): Promise<CallResult> {
  try {
    const { by: _, ...body }: { readonly by?: unknown } = await sendCall(participants, call)
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { status: error.status, code: error.code }
  }
}

function sendCall({ masjids, khateebs }: Participants, call: Call): Promise<object> {
  const masjid = (uid: string) => clientOf(masjids, uid)
  const khateeb = (uid: string) => clientOf(khateebs, uid)
  switch (call.name) {
    case 'request_khateeb':
      return masjid(call.slot.masjidUid).call(contract.inviteToLead, bodyOf(call))
    case 'add_khutbah_request':
      return khateeb(call.khateebUid).call(contract.requestToLead, {
        ...call.slot,
        khateebId: call.khateebUid,
      })
    case 'accept_invite':
    case 'reject_invite':
    case 'revoke_sent_request':
      return khateeb(call.khateebUid).call(decisionsOfKhateeb[call.name], bodyOf(call))
    case 'revoke_invite':
      return masjid(call.slot.masjidUid).call(contract.revokeInvite, bodyOf(call))
    case 'approve_request_full':
    case 'reject_request_full': {
      const { name, slot, khateebUid: requesterId, requestId } = call
      const endpoint = name === 'approve_request_full' ? contract.approveRequest : contract.rejectRequest
      return masjid(slot.masjidUid).call(endpoint, { ...slot, requesterId, requestId })
    }
    case 'remove_khateeb':
      return masjid(call.slot.masjidUid).call(assignmentCalls.removeKhateeb, bodyOf(call))
    case 'withdraw_khateeb': {
      const body = { ...bodyOf(call), reason: 'I am ill.' }
      return khateeb(call.khateebUid).call(assignmentCalls.withdrawKhateeb, body)
    }
    case 'remove_slot':
      return masjid(call.slot.masjidUid).call(removeSlot, call.slot)
    case 'add_khutbah': {
      const { masjidUid, date, times, weeks } = call
      const posted = times.map((time) => ({ time, khateeb: 'None' }))
      return masjid(masjidUid).call(addKhutbah, { masjidUid, date, times: posted, weeks })
    }
    case 'remove_slots':
      return masjid(call.masjidUid).call(removeSlots, call)
    case 'describe_slots':
      return masjid(call.masjidUid).call(describeSlots, call)
    case 'invite_khateebs':
      return masjid(call.masjidUid).call(contract.inviteKhateebs, { ...call, slots: slotsOf(call) })
    case 'request_slots':
      return khateeb(call.khateebUid).call(contract.requestSlots, { ...call, slots: slotsOf(call) })
    default:
      return khateeb(call.khateebUid).call(contract.notifyMasjid, { date: call.date, time: call.time })
  }
}

const slotsOf = ({ slotIds }: { readonly slotIds: readonly string[] }) =>
  slotIds.map((slotId) => ({ slotId }))

/** Returns the body of a call about a slot: the call's own fields, and the fields that identify the slot. */
function bodyOf<Sent extends { readonly name: string; readonly slot: SlotReference }>(call: Sent) {
  const { name: _, slot, ...fields } = call
  return { ...slot, ...fields }
}

const decisionsOfKhateeb = {
  accept_invite: contract.acceptInvite,
  reject_invite: contract.rejectInvite,
  revoke_sent_request: contract.revokeSentRequest,
}

function clientOf(people: readonly TestAccount[], uid: string): Client {
  const found = people.find((it) => it.uid === uid)
  if (found === undefined) throw new Error(`There is no participant ${uid}`)
  return found.client
}
