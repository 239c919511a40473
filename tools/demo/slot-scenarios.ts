import { CallFailed } from '../../contract/client.ts'
import {
  acceptInvite,
  approveRequest,
  rejectInvite,
  rejectRequest,
  removeKhateeb,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import type { DemoSession } from './demo-sessions.ts'

/** The slot of a scenario, and the people who take part. */
export interface Participants {
  readonly masjid: DemoSession
  readonly khateeb: DemoSession
  /** Another khateeb who requests the same slot. The same as `khateeb` if the masjid knows only one. */
  readonly rival: DemoSession
  readonly khutbahDate: string
  /** HH:MM. */
  readonly khutbahTime: string
}

type Step = (participants: Participants) => Promise<unknown>

/** The fields that name the slot in a khateeb's calls. */
function khateebSlot({ masjid, khutbahDate, khutbahTime }: Participants) {
  return { khateebUid: 'me', masjidUid: masjid.uid, khutbahDate, khutbahTime }
}

/** The fields that name the slot in a masjid's calls. */
function masjidSlot({ khutbahDate, khutbahTime }: Participants) {
  return { masjidUid: 'me', khutbahDate, khutbahTime }
}

function sendRequest(who: DemoSession, participants: Participants): Promise<unknown> {
  const { khateebUid: khateebId, ...slot } = khateebSlot(participants)
  return who.client.call(requestToLead, { ...slot, khateebId })
}

const khateebRequests: Step = (it) => sendRequest(it.khateeb, it)
const rivalRequests: Step = (it) => sendRequest(it.rival, it)
const khateebRevokes: Step = (it) => it.khateeb.client.call(revokeSentRequest, khateebSlot(it))
const khateebAccepts: Step = (it) => it.khateeb.client.call(acceptInvite, khateebSlot(it))
const khateebRejects: Step = (it) => it.khateeb.client.call(rejectInvite, khateebSlot(it))
const khateebWithdraws: Step = (it) =>
  it.khateeb.client.call(withdrawKhateeb, {
    ...khateebSlot(it),
    reason: 'My flight home was moved to that Friday.',
  })
const masjidApproves: Step = (it) =>
  it.masjid.client.call(approveRequest, { ...masjidSlot(it), requesterId: it.khateeb.uid })
const masjidRejects: Step = (it) =>
  it.masjid.client.call(rejectRequest, { ...masjidSlot(it), requesterId: it.khateeb.uid })
const masjidInvites: Step = (it) =>
  it.masjid.client.call(requestKhateeb, { ...masjidSlot(it), khateebUid: it.khateeb.uid })
const masjidRevokes: Step = (it) =>
  it.masjid.client.call(revokeInvite, { ...masjidSlot(it), khateebUid: it.khateeb.uid })
const masjidRemoves: Step = (it) => it.masjid.client.call(removeKhateeb, masjidSlot(it))

/** The scenarios of slots. Together they produce every list and every state of a proposal. */
const scenarios: readonly (readonly Step[])[] = [
  [khateebRequests],
  [khateebRequests, masjidApproves],
  [masjidInvites],
  [],
  [masjidInvites, khateebAccepts],
  [khateebRequests, rivalRequests],
  [khateebRequests, masjidRejects],
  [],
  [khateebRequests, rivalRequests, masjidApproves],
  [masjidInvites, khateebRejects],
  [khateebRequests, khateebRevokes],
  [masjidInvites],
  [masjidInvites, masjidRevokes],
  [],
  [khateebRequests, masjidApproves, khateebWithdraws],
  [khateebRequests],
  [masjidInvites, khateebAccepts, masjidRemoves],
]

/**
 * Runs the scenario of a number. Stops at a step that the server rejects with 409, for example because the khateeb has another
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
