import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../contract/endpoint.ts'
import { writeCursor } from '../../server/http/pagination.ts'
import { password } from '../runtime/people.ts'
import type { RawRequest, RawResponse } from '../runtime/send-request.ts'
import { openTestSession } from '../runtime/session.ts'
import { friday, fridayAfter } from '../runtime/slots.ts'
import { type Fixture, unknownId } from './fixture.ts'
import { type CallInput, requestOf, splitInput } from './raw-call.ts'
import { type Scenario, type SlotState, savedPlan, setUpScenario } from './scenario.ts'
import { fieldsOf } from './schema-fields.ts'

/** An example of a call that succeeds: its caller, the state that it needs, and an input with every field. */
export interface Example {
  readonly by: 'visitor' | 'khateeb' | 'masjid'
  readonly state: SlotState
  readonly sent: (scenario: Scenario) => Readonly<Record<string, unknown>>
}

const plan = {
  ...savedPlan,
  services: [
    ...savedPlan.services,
    { key: 2, time: null, minutesAfterDhuhr: 30, season: null, language: null },
  ],
}

/** Returns a valid value for each input field of the contract, by the name of the field. */
export function validValues(scenario: Scenario, by: Example['by']): Readonly<Record<string, unknown>> {
  const { masjidUid, khateebUid, slot } = scenario
  return {
    ...scenario,
    ...slot,
    id: khateebUid,
    uid: by === 'masjid' ? masjidUid : khateebUid,
    masjidId: masjidUid,
    khateebId: khateebUid,
    requesterId: khateebUid,
    khateebUids: [khateebUid],
    slotIds: [scenario.slotId],
    seenAssignments: [scenario.assignmentId],
    moves: [
      { slotId: scenario.slotId, toDate: fridayAfter(1), toTime: '15:45', seenStart: scenario.seenStart },
    ],
    moving: scenario.slotId,
    minutes: '30',
    slots: [{ slotId: scenario.slotId, seenStart: scenario.seenStart }],
    date: slot.khutbahDate,
    time: slot.khutbahTime,
    times: [{ time: '14:15', khateeb: 'None', language: 'ur', note: 'Park behind the school.' }],
    weeks: 2,
    toDate: fridayAfter(1),
    toTime: '15:45',
    reason: 'A journey.\nBack on Sunday.',

    memberRole: 'scheduler',
    stay: true,
    name: 'Bilal Rahman',

    password,
    newPassword: password,
    remember: true,
    code: scenario.recoveryCode,
    passkey: scenario.confirmation,
    firstName: 'Bilal',
    lastName: 'Rahman',
    bio: 'Two sentences.\nOn two lines.',
    expertise: 'Patience',
    masjidName: 'Masjid an-Nur',
    masjidAddress: '2 Oak Avenue',
    phone: '(313) 555-0100',
    website: 'www.minbar.example',
    zip: '48126',
    zipCode: '48126',
    timeZone: 'America/Detroit',

    ...plan,
    // This is a copy, because a test that replaces a field of the plan must not also replace it in `seenPlan`.
    seenPlan: structuredClone(savedPlan),

    awayDates: [friday],
    maxAMonth: 2,
    maxMiles: 40,
    weeksBetween: 3,
    languages: ['ar', 'en'],
    shortNotice: true,

    topic: 'Patience in hardship',
    mark: 'approved',
    note: 'Speaks without notes.\nBring the small microphone.',
    approvedOnly: true,

    // The slug is unique, because two masjids cannot have the same slug.
    slug: `masjid-${randomUUID()}`,
    named: false,

    near: '42.33,-83.18',
    radius: '50',
    perDate: '4',
    openSlots: 'shown',
    openOn: slot.khutbahDate,
    seconds: '60',
    about: `${masjidUid},${khateebUid}`,
    otherwiseWithin: '80',
    q: 'masjid',
    limit: '10',
    cursor: writeCursor([1, unknownId]),
    khutbahs: '8',
    invites: '5',
    sentInvites: '5',
    requests: '5',
    sentRequests: '5',
    only: 'unread',
    delivery: 'digest',
    muted: ['ended'],
    digestHour: 6,
    language: 'ar',
    andOlder: true,
  }
}

/** How the example of a call differs from the default example. */
interface ExampleOverrides {
  /** The caller. By default: a visitor, if anyone may make the call; else the khateeb, if he may; else the masjid. */
  readonly by?: 'masjid'
  /** The state that the call needs. By default `open`. */
  readonly state?: SlotState
  /** Values for fields whose name has another meaning in this call. */
  readonly values?: (scenario: Scenario) => Readonly<Record<string, unknown>>
}

const exampleOverrides: Readonly<Record<string, ExampleOverrides>> = {
  sign_in: { values: ({ khateebEmail }) => ({ email: khateebEmail }) },
  reset_password: { values: ({ resetToken }) => ({ token: resetToken }) },
  verify_email: { values: ({ verifyToken }) => ({ token: verifyToken }) },
  confirm_email: { values: ({ confirmToken }) => ({ token: confirmToken }) },
  disown_account: { values: ({ disownToken }) => ({ token: disownToken }) },
  undo_email_change: { values: ({ undoToken }) => ({ token: undoToken }) },
  add_authenticator_app: { values: ({ appCode }) => ({ code: appCode }) },
  remove_second_factor: { state: 'second factor', values: ({ factorId }) => ({ id: factorId }) },
  renew_recovery_codes: { state: 'second factor' },
  sign_in_with_passkey: {
    state: 'second factor',
    values: ({ signInAssertion }) => ({ passkey: signInAssertion }),
  },
  invite_member: { state: 'team' },
  invite_new_khateeb: { state: 'team' },
  revoke_invitation: { state: 'team' },
  change_member_role: { state: 'team' },
  remove_member: { state: 'team' },
  hand_over: { state: 'team' },
  leave_masjid: { state: 'team' },
  look_up_invitation: { state: 'team', values: ({ invitationToken }) => ({ token: invitationToken }) },
  accept_invitation: {
    state: 'team',
    values: ({ khateebInvitationToken }) => ({ token: khateebInvitationToken }),
  },
  join_by_invitation: { state: 'team', values: ({ invitationToken }) => ({ token: invitationToken }) },
  join_as_khateeb: { state: 'team', values: ({ newKhateebToken }) => ({ token: newKhateebToken }) },
  accept_slot_by_invitation: { state: 'team', values: ({ askedToken }) => ({ token: askedToken }) },
  decline_invitation: { state: 'team', values: ({ askedToken }) => ({ token: askedToken }) },
  stop_invitations: { state: 'team', values: ({ invitationToken }) => ({ token: invitationToken }) },
  become_khateeb: { by: 'masjid' },
  revoke_session: { values: ({ sessionId }) => ({ id: sessionId }) },
  // With the default cursor, these lists would be empty, because it comes after the accounts of the fixture. The cursors below come before
  // them.
  get_masjids: { values: () => ({ cursor: writeCursor([0, unknownId]) }) },
  get_khateebs: { by: 'masjid', values: () => ({ q: 'khateeb', cursor: writeCursor([0, unknownId]) }) },
  get_khateeb_details: { by: 'masjid' },
  khateebs_for_slot: { values: () => ({ q: 'khateeb', cursor: writeCursor(['0 ', unknownId]) }) },
  our_khateebs: { values: () => ({ q: 'khateeb', cursor: writeCursor(['1 ', unknownId]) }) },
  news: { values: () => ({ cursor: writeCursor([Number.MAX_SAFE_INTEGER, unknownId]) }) },
  get_masjid_details: { values: () => ({ cursor: writeCursor(['2020-01-03', unknownId]) }) },
  archived_khutbahs: { values: () => ({ cursor: writeCursor(['2026-01-02', unknownId]) }) },
  topics: { values: () => ({ cursor: writeCursor(['2026-01-02', unknownId]) }) },
  open_slots: { values: () => ({ cursor: writeCursor(['2026-01-02 00:00 0', unknownId]) }) },
  update_user: { values: () => ({ phone: '(734) 555-0142' }) },
  get_my_khutbahs: { values: () => ({ limit: 5 }) },
  preview_plan: { state: 'planned' },
  save_plan: { state: 'planned' },
  stop_plan: { state: 'planned' },
  ask_for_approval: { state: 'approved only' },
  unblock_account: { state: 'blocked' },
  blocked_accounts: { state: 'blocked' },
  revoke_invite: { state: 'invited' },
  look_up_answer_link: { state: 'invited', values: ({ answerToken }) => ({ token: answerToken }) },
  answer_by_link: { state: 'invited', values: ({ answerToken }) => ({ token: answerToken, answer: 'yes' }) },
  accept_invite: { state: 'invited' },
  reject_invite: { state: 'invited' },
  revoke_sent_request: { state: 'requested' },
  approve_request_full: { state: 'requested' },
  reject_request_full: { state: 'requested' },
  remove_khateeb: { state: 'confirmed' },
  withdraw_khateeb: { state: 'confirmed' },
  reconfirm_khateeb: { state: 'moved' },
  name_topic: { state: 'confirmed' },
  topics_there: { state: 'confirmed' },
  notify_masjid: { state: 'confirmed' },
  calendar_event: { state: 'confirmed' },
}

/** Returns the example of a call. A test checks that every call accepts its example. */
export function exampleOf(endpoint: Endpoint): Example {
  const { by = callerOf(endpoint), state = 'open', values } = exampleOverrides[endpoint.name] ?? {}
  return {
    by,
    state,
    sent(scenario) {
      const all = { ...validValues(scenario, by), ...values?.(scenario) }
      const names = fieldsOf(endpoint).map((it) => String(it.path[0]))
      return Object.fromEntries(names.map((name) => [name, all[name]]))
    },
  }
}

function callerOf({ access }: Endpoint): Example['by'] {
  if (access === 'anyone') return 'visitor'
  return 'khateeb' in access ? 'khateeb' : 'masjid'
}

/** An example call whose scenario is set up. */
export interface PreparedCall {
  readonly parts: CallInput
  /** A session of an account that may make the call; undefined if the call needs none. */
  readonly token: string | undefined
  /** Makes the call. `changes` replaces parts of the request, and may be invalid. */
  readonly send: (changes?: Partial<Omit<CallInput, 'body'> & RawRequest>) => Promise<RawResponse>
}

/** Sets up the scenario of an endpoint's example call. */
export async function prepareCall(fixture: Fixture, endpoint: Endpoint): Promise<PreparedCall> {
  const { by, state, sent } = exampleOf(endpoint)
  const person = by === 'visitor' ? undefined : fixture[by]
  const scenario = await setUpScenario(fixture, state, person?.uid)
  const token = person && (await openTestSession(fixture.database, person.uid))
  const parts = splitInput(endpoint, sent(scenario))
  return {
    parts,
    token,
    send({ params = parts.params, query = parts.query, body = parts.body, ...rest } = {}) {
      return fixture.send({ ...requestOf(endpoint, { params, query, body }), token, ...rest })
    },
  }
}
