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

/** Whom a slot's scene is played by. */
export interface Participants {
  readonly masjid: DemoSession
  readonly khateeb: DemoSession
  /** Somebody else who asks for the same slot; the khateeb himself where there is nobody else. */
  readonly rival: DemoSession
  readonly khutbahDate: string
  /** HH:MM. */
  readonly khutbahTime: string
}

type Step = (participants: Participants) => Promise<unknown>

/** A slot's name in the calls of a khateeb, and with his own uid. */
function his({ masjid, khutbahDate, khutbahTime }: Participants) {
  return { khateebUid: 'me', masjidUid: masjid.uid, khutbahDate, khutbahTime }
}

/** A slot's name in the calls of its masjid. */
function its({ khutbahDate, khutbahTime }: Participants) {
  return { masjidUid: 'me', khutbahDate, khutbahTime }
}

function asks(who: DemoSession, participants: Participants): Promise<unknown> {
  const { khateebUid: khateebId, ...slot } = his(participants)
  return who.client.call(requestToLead, { ...slot, khateebId })
}

const request: Step = (it) => asks(it.khateeb, it)
const rivalRequests: Step = (it) => asks(it.rival, it)
const takeBack: Step = (it) => it.khateeb.client.call(revokeSentRequest, his(it))
const accept: Step = (it) => it.khateeb.client.call(acceptInvite, his(it))
const refuse: Step = (it) => it.khateeb.client.call(rejectInvite, his(it))
const withdraw: Step = (it) =>
  it.khateeb.client.call(withdrawKhateeb, { ...his(it), reason: 'My flight home was moved to that Friday.' })
const approve: Step = (it) =>
  it.masjid.client.call(approveRequest, { ...its(it), requesterId: it.khateeb.uid })
const decline: Step = (it) =>
  it.masjid.client.call(rejectRequest, { ...its(it), requesterId: it.khateeb.uid })
const invite: Step = (it) => it.masjid.client.call(requestKhateeb, { ...its(it), khateebUid: it.khateeb.uid })
const uninvite: Step = (it) => it.masjid.client.call(revokeInvite, { ...its(it), khateebUid: it.khateeb.uid })
const remove: Step = (it) => it.masjid.client.call(removeKhateeb, its(it))

/** What happens to slots, one after the other: every list and every state of a proposal comes up. */
const scenes: readonly (readonly Step[])[] = [
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
 * Plays the scene of a number between people. It ends early where the state forbids a step: the khateeb may be taken
 * at that hour by then.
 */
export async function runScenario(number: number, participants: Participants): Promise<void> {
  for (const step of scenes[number % scenes.length] ?? []) {
    try {
      await step(participants)
    } catch (error) {
      if (error instanceof CallFailed && error.status === 409) return
      throw error
    }
  }
}
