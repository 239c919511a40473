import * as assignmentCalls from '../../contract/assignments.ts'
import { updateAvailability } from '../../contract/availability.ts'
import * as blockCalls from '../../contract/blocks.ts'
import type { Endpoint, RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount, khateebSignup } from '../../contract/identity.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { savePlan } from '../../contract/plans.ts'
import * as contract from '../../contract/proposals.ts'
import { type Database, databaseNow, type Tx } from '../../server/database/database.ts'
import { setPasswordHash } from '../../server/identity/accounts.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import { cheapPasswordCost } from '../runtime/app.ts'
import type { InsertedAccount } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { retryingClient } from '../runtime/retrying-client.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { clientFor, type RacingCall } from './race.ts'

type SentPlan = RawInputOf<typeof savePlan>

/** Returns a call with a member's session. */
export function callOf<Sent, Input, Output extends object>(
  member: InsertedAccount,
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): RacingCall {
  return (url) => clientFor(member, url).call(endpoint, sent)
}

/** Returns the calls of a masjid and a khateeb about a slot of the masjid. */
export function callsAbout(slot: Slot, masjid: InsertedAccount, khateeb: InsertedAccount) {
  const ofMasjid = { ...slot, khateebUid: khateeb.uid }
  const ofKhateeb = { ...slot, khateebUid: 'me' }
  const decision = { ...slot, requesterId: khateeb.uid }
  return {
    posts: postTimesCall(masjid, slot.khutbahDate, [slot.khutbahTime]),
    removesSlot: callOf(masjid, removeSlot, slot),
    invites: callOf(masjid, contract.inviteToLead, ofMasjid),
    acceptsInvite: callOf(khateeb, contract.acceptInvite, ofKhateeb),
    rejectsInvite: callOf(khateeb, contract.rejectInvite, ofKhateeb),
    revokesInvite: callOf(masjid, contract.revokeInvite, ofMasjid),
    requests: callOf(khateeb, contract.requestToLead, { ...slot, khateebId: 'me' }),
    approvesRequest: callOf(masjid, contract.approveRequest, decision),
    rejectsRequest: callOf(masjid, contract.rejectRequest, decision),
    revokesRequest: callOf(khateeb, contract.revokeSentRequest, ofKhateeb),
    /** `assignmentId` is the assignment that the caller saw. Null means the current assignment. */
    removesKhateeb: (assignmentId: string | null = null) =>
      callOf(masjid, assignmentCalls.removeKhateeb, { ...slot, assignmentId }),
    withdraws: (assignmentId: string | null = null) =>
      callOf(khateeb, assignmentCalls.withdrawKhateeb, { ...ofKhateeb, assignmentId, reason: 'I am ill.' }),
    goesAway: callOf(khateeb, updateAvailability, { uid: 'me', awayDates: [slot.khutbahDate] }),
    blocksKhateeb: callOf(masjid, blockCalls.blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid }),
    blocksMasjid: callOf(khateeb, blockCalls.blockAccount, { khateebUid: 'me', masjidUid: masjid.uid }),
  }
}

/** Returns the calls of a masjid and a khateeb about the masjid's slot on `friday` at `khutbahTime`. */
export function callsAt(masjid: InsertedAccount, khateeb: InsertedAccount, khutbahTime: string) {
  return callsAbout({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }, masjid, khateeb)
}

/** Makes all proposals expired. Unlike the job, does not wait until the slots have begun. */
export function expireAllProposals(tx: Tx) {
  return tx.updateTable('proposals').set({ state: 'expired', decided_at: databaseNow }).execute()
}

export function postTimesCall(masjid: InsertedAccount, date: string, times: readonly string[]): RacingCall {
  return callOf(masjid, addKhutbah, { masjidUid: 'me', date, times: [...times] })
}

/** Returns a weekly plan with a single service at `time`, for four Fridays. */
export function weeklyPlanAt(time: string) {
  const services = [{ key: 1, time, minutesAfterDhuhr: null, season: null }]
  return { services, closures: [], weeksAhead: 4 }
}

/** Returns a call that saves a weekly plan with a single service at `time`, for four Fridays. */
export function savePlanCall(
  masjid: InsertedAccount,
  time: string,
  changes: Partial<SentPlan> = {},
): RacingCall {
  return callOf(masjid, savePlan, { masjidUid: 'me', ...weeklyPlanAt(time), ...changes })
}

export function signUpCall(email: string, headers: Readonly<Record<string, string>> = {}): RacingCall {
  const khateeb = { firstName: 'Yusuf', lastName: 'Khan', phone: '(313) 555-0199', zipCode: '48126' }
  return (url) => retryingClient(url, headers).call(khateebSignup, { ...khateeb, password, email })
}

/** Returns a call that deletes the account of a member with a password. */
export function deleteAccountCall(member: InsertedAccount): RacingCall {
  return callOf(member, deleteAccount, { password })
}

/** Sets a password for members. Its hash is cheap to verify, so that concurrent calls use the database at the same time. */
export async function setCheapPassword(
  database: Database,
  ...members: readonly InsertedAccount[]
): Promise<void> {
  const passwordHash = await createPasswords(cheapPasswordCost).hash(password)
  await database.transaction(async (tx) => {
    for (const { personId } of members) await setPasswordHash(tx, personId, passwordHash)
  })
}
