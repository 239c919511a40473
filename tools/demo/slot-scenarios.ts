import * as assignmentCalls from '../../contract/assignments.ts'
import { CallFailed } from '../../contract/client.ts'
import * as contract from '../../contract/proposals.ts'
import type { DemoSession } from './demo-sessions.ts'

/** The date and time (HH:MM) of a slot. The masjid is known from the context. */
interface Slot {
  readonly khutbahDate: string
  readonly khutbahTime: string
}

/** The slot of a scenario, and its people. */
export interface Participants {
  readonly masjid: DemoSession
  readonly khateeb: DemoSession
  /** Another khateeb, who requests the same slot. This is `khateeb` again if the masjid has only one khateeb nearby. */
  readonly rival: DemoSession
  readonly slot: Slot
}

export function sendInvite(masjid: DemoSession, khateeb: DemoSession, slot: Slot): Promise<unknown> {
  return masjid.client.call(contract.inviteToLead, { masjidUid: 'me', khateebUid: khateeb.uid, ...slot })
}

export function sendRequest(khateeb: DemoSession, masjid: DemoSession, slot: Slot): Promise<unknown> {
  return khateeb.client.call(contract.requestToLead, { khateebId: 'me', masjidUid: masjid.uid, ...slot })
}

export function approveRequest(masjid: DemoSession, khateeb: DemoSession, slot: Slot): Promise<unknown> {
  return masjid.client.call(contract.approveRequest, { masjidUid: 'me', requesterId: khateeb.uid, ...slot })
}

type Step = (participants: Participants) => Promise<unknown>

/** Returns the fields that identify the slot in a khateeb's calls about an invite, a request or an assignment. */
function khateebSlot({ masjid, slot }: Participants) {
  return { khateebUid: 'me', masjidUid: masjid.uid, ...slot }
}

const khateebSendsRequest: Step = ({ khateeb, masjid, slot }) => sendRequest(khateeb, masjid, slot)
const rivalSendsRequest: Step = ({ rival, masjid, slot }) => sendRequest(rival, masjid, slot)
const khateebRevokes: Step = (it) => it.khateeb.client.call(contract.revokeSentRequest, khateebSlot(it))
const khateebAccepts: Step = (it) => it.khateeb.client.call(contract.acceptInvite, khateebSlot(it))
const khateebRejects: Step = (it) => it.khateeb.client.call(contract.rejectInvite, khateebSlot(it))
const khateebWithdraws: Step = (it) =>
  it.khateeb.client.call(assignmentCalls.withdrawKhateeb, {
    ...khateebSlot(it),
    reason: 'My flight home was moved to that Friday.',
  })
const masjidApproves: Step = ({ masjid, khateeb, slot }) => approveRequest(masjid, khateeb, slot)
const masjidRejects: Step = ({ masjid, khateeb, slot }) =>
  masjid.client.call(contract.rejectRequest, { masjidUid: 'me', requesterId: khateeb.uid, ...slot })
const masjidSendsInvite: Step = ({ masjid, khateeb, slot }) => sendInvite(masjid, khateeb, slot)
const masjidRevokes: Step = ({ masjid, khateeb, slot }) =>
  masjid.client.call(contract.revokeInvite, { masjidUid: 'me', khateebUid: khateeb.uid, ...slot })
const masjidRemoves: Step = ({ masjid, slot }) =>
  masjid.client.call(assignmentCalls.removeKhateeb, { masjidUid: 'me', ...slot })

/** The scenarios for slots. Together they fill every list, and produce every state of a proposal except `expired`. */
const scenarios: readonly (readonly Step[])[] = [
  [khateebSendsRequest],
  [khateebSendsRequest, masjidApproves],
  [masjidSendsInvite],
  [],
  [masjidSendsInvite, khateebAccepts],
  [khateebSendsRequest, rivalSendsRequest],
  [khateebSendsRequest, masjidRejects],
  [],
  [khateebSendsRequest, rivalSendsRequest, masjidApproves],
  [masjidSendsInvite, khateebRejects],
  [khateebSendsRequest, khateebRevokes],
  [masjidSendsInvite],
  [masjidSendsInvite, masjidRevokes],
  [],
  [khateebSendsRequest, masjidApproves, khateebWithdraws],
  [khateebSendsRequest],
  [masjidSendsInvite, khateebAccepts, masjidRemoves],
]

/**
 * Runs the scenario with the given number. Stops at a step that the server rejects with 409, for example because the khateeb has another
 * slot at that hour.
 */
export async function runScenario(number: number, participants: Participants): Promise<void> {
  for (const step of scenarios[number % scenarios.length] ?? []) {
    try {
      await step(participants)
    } catch (error) {
      if (error instanceof CallFailed && error.status === 409) return
      throw error
    }
  }
}
