import { getSlotHistory } from '../../contract/audit.ts'
import * as directory from '../../contract/directory.ts'
import * as email from '../../contract/email.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as identity from '../../contract/identity.ts'
import * as khutbahs from '../../contract/khutbahs.ts'
import * as places from '../../contract/places.ts'
import * as proposals from '../../contract/proposals.ts'
import { randomAyah } from '../../contract/verse.ts'
import { writeCursor } from '../../server/http/pagination.ts'
import { password } from '../runtime/people.ts'
import { type Scenario, type SlotState, unknownId } from './fixture.ts'

/** A call that succeeds: its caller, the state it needs, and an input with every field. */
export interface Example {
  readonly endpoint: Endpoint
  readonly by: 'visitor' | 'khateeb' | 'masjid'
  readonly state: SlotState
  readonly sent: (scenario: Scenario) => object
}

/** Makes an example whose input has the endpoint's type. */
function example<Sent extends object>(
  by: Example['by'],
  endpoint: Endpoint<Sent>,
  sent: (scenario: Scenario) => Sent,
  state: SlotState = 'open',
): Example {
  return { endpoint, by, sent, state }
}

/** The query of a list whose cursors hold a number. */
const page = { limit: '10', cursor: writeCursor([1, unknownId]) }
const list = { near: '42.33,-83.18', radius: '50', q: 'masjid', limit: '10' }
const person = { password, phone: '(313) 555-0100', zipCode: '48126' }

/** All fields that identify the scenario's slot. */
const slotOf = ({ slot, slotId }: Scenario) => ({ ...slot, slotId })
const proposal = (scenario: Scenario) => ({
  khateebUid: scenario.khateebUid,
  requestId: scenario.requestId,
  ...slotOf(scenario),
})
const request = (scenario: Scenario) => ({
  requesterId: scenario.khateebUid,
  requestId: scenario.requestId,
  ...slotOf(scenario),
})

/** One example for every call of the contract, which a test checks. */
export const examples: readonly Example[] = [
  example('visitor', randomAyah, () => ({})),
  example('visitor', places.lookUpZip, () => ({ zip: '48126' })),
  example('visitor', places.geocode, () => ({ zipCode: '48126' })),

  example('visitor', identity.khateebSignup, ({ email }) => ({
    firstName: 'Bilal',
    lastName: 'Rahman',
    email,
    ...person,
  })),
  example('visitor', identity.masjidSignup, ({ email }) => ({
    masjidName: 'Masjid an-Nur',
    masjidAddress: '2 Oak Avenue',
    website: 'www.minbar.example',
    email,
    ...person,
  })),
  example('visitor', identity.signIn, ({ khateebEmail }) => ({
    email: khateebEmail,
    password,
    remember: true,
  })),
  example('khateeb', identity.checkUserRole, ({ khateebUid }) => ({ uid: khateebUid })),
  // No account has this address. The tests of identity cover the case with an account.
  example('visitor', identity.sendPasswordReset, ({ email }) => ({ email })),
  example('visitor', identity.resetPassword, ({ resetToken }) => ({ token: resetToken, password })),
  example('visitor', email.verifyEmail, ({ verifyToken }) => ({ token: verifyToken })),
  example('khateeb', email.getEmail, () => ({})),
  example('khateeb', email.sendVerification, () => ({})),
  example('khateeb', email.changeEmail, (scenario) => ({ email: scenario.email, password })),
  example('visitor', email.confirmEmail, ({ confirmToken }) => ({ token: confirmToken })),
  example('visitor', email.undoEmailChange, ({ undoToken }) => ({ token: undoToken })),
  example('khateeb', identity.changePassword, () => ({ password, newPassword: password })),
  example('khateeb', identity.exportData, () => ({})),
  example('khateeb', identity.deleteAccount, () => ({ password })),
  example('visitor', identity.signOut, () => ({})),
  example('visitor', identity.getSession, () => ({})),
  example('khateeb', identity.getSessions, () => page),
  example('khateeb', identity.endOtherSessions, () => ({})),
  example('khateeb', identity.revokeSession, ({ sessionId }) => ({ id: sessionId })),
  example('visitor', identity.getPasswordPolicy, () => ({})),

  example('khateeb', directory.getMasjids, () => ({ ...list, cursor: writeCursor([0.1, unknownId]) })),
  example('masjid', directory.getKhateebs, () => ({ ...list, cursor: writeCursor([0.1, unknownId]) })),
  example('visitor', directory.getMasjidDetails, ({ slot }) => ({
    masjidId: slot.masjidUid,
    date: slot.khutbahDate,
    khutbahs: '8',
    cursor: writeCursor(['2020-01-03', unknownId]),
  })),
  example('masjid', directory.getKhateebDetails, ({ khateebUid }) => ({ id: khateebUid })),
  example('khateeb', directory.getUser, ({ khateebUid }) => ({
    uid: khateebUid,
    invites: '5',
    sentRequests: '5',
  })),
  example('khateeb', directory.updateUser, ({ khateebUid }) => ({
    uid: khateebUid,
    firstName: 'Yusuf',
    lastName: 'Khan',
    bio: 'Two sentences.\nOn two lines.',
    expertise: 'Patience',
    phone: '(734) 555-0142',
    zipCode: '48126',
  })),
  example('masjid', directory.getMasjid, ({ masjidUid }) => ({
    uid: masjidUid,
    requests: '5',
    sentInvites: '5',
  })),
  example('masjid', directory.updateMasjid, ({ masjidUid }) => ({
    uid: masjidUid,
    masjidName: 'Masjid as-Salam',
    masjidAddress: '3 Elm Street',
    zipCode: '48126',
    phone: '(313) 555-0100',
    website: 'https://minbar.example/salam',
    timeZone: 'America/Detroit',
  })),
  example('masjid', directory.getArchivedKhutbahs, ({ masjidUid }) => ({
    uid: masjidUid,
    limit: '10',
    cursor: writeCursor(['2026-01-02', unknownId]),
  })),
  example('masjid', getSlotHistory, ({ masjidUid, slot }) => ({
    uid: masjidUid,
    date: slot.khutbahDate,
    ...page,
  })),

  example('masjid', khutbahs.addKhutbah, ({ masjidUid, slot }) => ({
    masjidUid,
    date: slot.khutbahDate,
    times: [{ time: '14:15', khateeb: 'None' }],
  })),
  example('masjid', khutbahs.removeSlot, slotOf),
  example('khateeb', khutbahs.getMyKhutbahs, ({ khateebUid }) => ({ khateebUid, limit: 5 })),
  example('khateeb', khutbahs.checkKhateebAssignment, ({ masjidUid, khateebUid, slot }) => ({
    masjidUid,
    khateebId: khateebUid,
    khutbahDate: slot.khutbahDate,
  })),

  example('masjid', proposals.requestKhateeb, (scenario) => ({
    khateebUid: scenario.khateebUid,
    ...slotOf(scenario),
  })),
  example('khateeb', proposals.requestToLead, (scenario) => ({
    khateebId: scenario.khateebUid,
    ...slotOf(scenario),
  })),
  example('khateeb', proposals.blockAccount, ({ khateebUid, masjidUid }) => ({ khateebUid, masjidUid })),
  example(
    'khateeb',
    proposals.unblockAccount,
    ({ khateebUid, masjidUid }) => ({ khateebUid, masjidUid }),
    'blocked',
  ),
  example('khateeb', proposals.getBlockedAccounts, () => page, 'blocked'),
  example('masjid', proposals.revokeInvite, proposal, 'invited'),
  example('khateeb', proposals.acceptInvite, proposal, 'invited'),
  example('khateeb', proposals.rejectInvite, proposal, 'invited'),
  example('khateeb', proposals.revokeSentRequest, proposal, 'requested'),
  example('masjid', proposals.approveRequest, request, 'requested'),
  example('masjid', proposals.rejectRequest, request, 'requested'),
  example(
    'masjid',
    proposals.removeKhateeb,
    (scenario) => ({ assignmentId: scenario.assignmentId, ...slotOf(scenario) }),
    'confirmed',
  ),
  example(
    'khateeb',
    proposals.withdrawKhateeb,
    (scenario) => ({
      khateebUid: scenario.khateebUid,
      assignmentId: scenario.assignmentId,
      reason: 'A journey.\nBack on Sunday.',
      ...slotOf(scenario),
    }),
    'confirmed',
  ),
  example(
    'khateeb',
    proposals.notifyMasjid,
    ({ slot }) => ({ date: slot.khutbahDate, time: slot.khutbahTime }),
    'confirmed',
  ),
]

export function exampleOf(endpoint: Endpoint): Example {
  const found = examples.find((it) => it.endpoint === endpoint)
  if (found === undefined) throw new Error(`${endpoint.name} has no example in ${import.meta.url}`)
  return found
}
