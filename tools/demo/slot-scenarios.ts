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

function asks(who: DemoSession, participants: Participants): Promise<unknown> {
  const { khateebUid: khateebId, ...slot } = khateebSlot(participants)
  return who.client.call(requestToLead, { ...slot, khateebId })
}

const request: Step = (it) => asks(it.khateeb, it)
const rivalRequests: Step = (it) => asks(it.rival, it)
const takeBack: Step = (it) => it.khateeb.client.call(revokeSentRequest, khateebSlot(it))
const accept: Step = (it) => it.khateeb.client.call(acceptInvite, khateebSlot(it))
const refuse: Step = (it) => it.khateeb.client.call(rejectInvite, khateebSlot(it))
const withdraw: Step = (it) =>
  it.khateeb.client.call(withdrawKhateeb, {
    ...khateebSlot(it),
    reason: 'My flight home was moved to that Friday.',
  })
const approve: Step = (it) =>
  it.masjid.client.call(approveRequest, { ...masjidSlot(it), requesterId: it.khateeb.uid })
const decline: Step = (it) =>
  it.masjid.client.call(rejectRequest, { ...masjidSlot(it), requesterId: it.khateeb.uid })
const invite: Step = (it) =>
  it.masjid.client.call(requestKhateeb, { ...masjidSlot(it), khateebUid: it.khateeb.uid })
const uninvite: Step = (it) =>
  it.masjid.client.call(revokeInvite, { ...masjidSlot(it), khateebUid: it.khateeb.uid })
const remove: Step = (it) => it.masjid.client.call(removeKhateeb, masjidSlot(it))

/** The scenarios of slots. Together they produce every list and every state of a proposal. */
const scenarios: readonly (readonly Step[])[] = [
  [request],
  [request, approve],
  [invite],
  [],
  [invite, accept],
  [request, rivalRequests],
  [request, decline],
  [],
  [request, rivalRequests, approve],
  [invite, refuse],
  [request, takeBack],
  [invite],
  [invite, uninvite],
  [],
  [request, approve, withdraw],
  [request],
  [invite, accept, remove],
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
