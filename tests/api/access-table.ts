import type { MemberRole, Role } from '../../contract/endpoint.ts'

/**
 * The status for an unauthenticated caller (A), the khateeb (K), another khateeb (K2), the masjid (M) and another masjid
 * (M2). A caller whose session expired or ended counts as unauthenticated.
 */
type Statuses = readonly [A: number, K: number, K2: number, M: number, M2: number]

/** The statuses if a field has the id of another account's record (`another`), or of no record (`unknown`). */
interface WrongIdStatuses {
  readonly another: Statuses
  readonly unknown: Statuses
}

/** Who may make a call, and with which ids. */
export interface AccessRow {
  /** The statuses if each caller sends their own uid in the field that `own` names. The other ids in the call are those of K and M. */
  readonly columns: Statuses
  /** The field for the caller's own uid, by role. Another account's uid in this field is refused with 403. */
  readonly own?: Readonly<Partial<Record<Role, string>>>
  /** The other fields with a uid or an id, by name. */
  readonly others?: Readonly<Record<string, WrongIdStatuses>>
}

const all200 = [200, 200, 200, 200, 200] as const
const all404 = [404, 404, 404, 404, 404] as const
const signedIn200 = [401, 200, 200, 200, 200] as const
const signedIn404 = [401, 404, 404, 404, 404] as const
const anyKhateeb = [401, 200, 200, 403, 403] as const
const anyMasjid = [401, 403, 403, 200, 200] as const
/** 404: the caller sends their own uid, but the proposal or assignment belongs to another account. */
const thisKhateeb = [401, 200, 404, 403, 403] as const
const thisMasjid = [401, 403, 403, 200, 404] as const
const khateebs404 = [401, 404, 404, 403, 403] as const
const masjids404 = [401, 403, 403, 404, 404] as const

const anyone: AccessRow = { columns: all200 }
const signedIn: AccessRow = { columns: signedIn200 }

const byKhateebUid = { own: { khateeb: 'khateebUid' } } as const
const byMasjidUid = { own: { masjid: 'masjidUid' } } as const
const unknownToKhateebs = { another: khateebs404, unknown: khateebs404 }
const unknownToMasjids = { another: masjids404, unknown: masjids404 }

/** The field has the id of a record of M2. Each masjid finds only its own records. */
const recordOfOtherMasjid: WrongIdStatuses = { another: [401, 403, 403, 404, 200], unknown: masjids404 }

/** Like `recordOfOtherMasjid`, for calls that also send the slot's start. 409: M2 finds its slot, but sends the start of M's slot. */
const slotOfOtherMasjidWithStart: WrongIdStatuses = {
  another: [401, 403, 403, 404, 409],
  unknown: masjids404,
}

const proposalCallOfKhateeb: AccessRow = {
  columns: thisKhateeb,
  ...byKhateebUid,
  others: { masjidUid: unknownToKhateebs, requestId: unknownToKhateebs, slotId: unknownToKhateebs },
}
const proposalCallOfMasjid = (khateeb: string): AccessRow => ({
  columns: thisMasjid,
  ...byMasjidUid,
  others: { [khateeb]: unknownToMasjids, requestId: unknownToMasjids, slotId: unknownToMasjids },
})

/** Each side sends its own uid and the uid of the other side. */
const blockingCall: AccessRow = {
  columns: signedIn200,
  own: { khateeb: 'khateebUid', masjid: 'masjidUid' },
  others: {
    khateebUid: { another: signedIn200, unknown: signedIn404 },
    masjidUid: { another: signedIn200, unknown: signedIn404 },
  },
}

/** Who may make each call. The access test fails for a call or an id field without an entry. */
export const accessTable: Readonly<Record<string, AccessRow>> = {
  random_ayah: anyone,
  zip: anyone,
  geocode: anyone,
  khateeb_signup: anyone,
  masjid_signup: anyone,
  sign_in: anyone,
  sign_out: anyone,
  sign_in_challenge: anyone,
  sign_in_with_passkey: anyone,
  session: anyone,
  ended_session: anyone,
  send_password_reset: anyone,
  reset_password: anyone,
  verify_email: anyone,
  confirm_email: anyone,
  undo_email_change: anyone,
  disown_account: anyone,
  password_policy: anyone,
  get_masjid_details: { ...anyone, others: { masjidId: { another: all200, unknown: all404 } } },

  look_up_invitation: anyone,
  join_by_invitation: anyone,
  join_as_khateeb: anyone,
  accept_slot_by_invitation: anyone,
  decline_invitation: anyone,
  look_up_answer_link: anyone,
  answer_by_link: anyone,
  stop_invitations: anyone,

  get_masjids: signedIn,
  // The example call has the id of a slot of M. No other account finds this slot.
  get_khateebs: {
    columns: [401, 404, 404, 200, 404],
    others: { slotIds: { another: [401, 404, 404, 404, 200], unknown: signedIn404 } },
  },
  get_khateeb_details: { ...signedIn, others: { id: { another: signedIn200, unknown: signedIn404 } } },
  sessions: signedIn,
  end_other_sessions: signedIn,
  change_password: signedIn,
  email: signedIn,
  send_verification: signedIn,
  change_email: signedIn,
  cancel_email_change: signedIn,
  export_data: signedIn,
  add_masjid: signedIn,
  // 409: K and K2 already have a khateeb profile, and a person can have only one.
  become_khateeb: { columns: [401, 409, 409, 200, 200] },
  deletion_outcomes: signedIn,
  delete_account: signedIn,
  second_factors: signedIn,
  start_authenticator_app: signedIn,
  start_passkey: signedIn,
  confirmation_challenge: signedIn,
  // The example sends the code or challenge of a factor that K has begun to add. From another caller, this code or challenge is wrong.
  add_authenticator_app: { columns: [401, 200, 401, 401, 401] },
  add_passkey: { columns: [401, 200, 401, 401, 401] },
  // Only K has a second factor.
  remove_second_factor: {
    columns: [401, 200, 404, 404, 404],
    others: { id: { another: signedIn404, unknown: signedIn404 } },
  },
  renew_recovery_codes: { columns: [401, 200, 404, 404, 404] },
  // Callers find only their own sessions. The example has a session of K; `another` is a session of K2.
  revoke_session: {
    columns: [401, 200, 404, 404, 404],
    others: { id: { another: [401, 404, 200, 404, 404], unknown: signedIn404 } },
  },
  check_user_role: { ...signedIn, own: { khateeb: 'uid', masjid: 'uid' } },
  // Unknown uids are allowed: the response is "not assigned".
  check_khateeb_assignment: {
    ...signedIn,
    own: { khateeb: 'khateebId', masjid: 'masjidUid' },
    others: {
      masjidUid: { another: signedIn200, unknown: signedIn200 },
      khateebId: { another: signedIn200, unknown: signedIn200 },
    },
  },

  block_account: blockingCall,
  unblock_account: blockingCall,
  blocked_accounts: signedIn,
  changes: signedIn,
  news: signedIn,
  unread_news_count: signedIn,
  news_settings: signedIn,
  change_news_settings: signedIn,
  // The example is news for K. `another` is for K2.
  mark_news_read: {
    columns: [401, 200, 404, 404, 404],
    others: { newsId: { another: [401, 404, 200, 404, 404], unknown: signedIn404 } },
  },

  get_user: { columns: anyKhateeb, own: { khateeb: 'uid' } },
  availability: { columns: anyKhateeb, own: { khateeb: 'uid' } },
  update_availability: { columns: anyKhateeb, own: { khateeb: 'uid' } },
  update_user: { columns: anyKhateeb, own: { khateeb: 'uid' } },
  get_masjid: { columns: anyMasjid, own: { masjid: 'uid' } },
  update_masjid: { columns: anyMasjid, own: { masjid: 'uid' } },
  // For a slot of another masjid, the call returns an empty history.
  slot_history: {
    columns: anyMasjid,
    own: { masjid: 'uid' },
    others: { slotId: { another: anyMasjid, unknown: anyMasjid } },
  },
  archived_khutbahs: { columns: anyMasjid, own: { masjid: 'uid' } },
  season_file: { columns: anyMasjid, own: { masjid: 'uid' } },

  past_khutbahs: { columns: anyKhateeb, own: { khateeb: 'uid' } },
  open_slots: { columns: anyKhateeb, own: { khateeb: 'uid' } },
  get_my_khutbahs: { columns: anyKhateeb, ...byKhateebUid },
  accept_invite: proposalCallOfKhateeb,
  reject_invite: proposalCallOfKhateeb,
  revoke_sent_request: proposalCallOfKhateeb,
  withdraw_khateeb: {
    columns: thisKhateeb,
    ...byKhateebUid,
    others: { masjidUid: unknownToKhateebs, assignmentId: unknownToKhateebs, slotId: unknownToKhateebs },
  },
  reconfirm_khateeb: {
    columns: thisKhateeb,
    ...byKhateebUid,
    others: { masjidUid: unknownToKhateebs, assignmentId: unknownToKhateebs, slotId: unknownToKhateebs },
  },
  name_topic: {
    columns: thisKhateeb,
    ...byKhateebUid,
    others: { masjidUid: unknownToKhateebs, slotId: unknownToKhateebs },
  },
  topics_there: { columns: thisKhateeb, own: { khateeb: 'uid' }, others: { slotId: unknownToKhateebs } },
  // The call is about the caller, so it has no field for the caller's uid.
  notify_masjid: { columns: thisKhateeb, others: { slotId: unknownToKhateebs } },
  // In the example, the slot's masjid takes only approved khateebs.
  ask_for_approval: {
    columns: anyKhateeb,
    ...byKhateebUid,
    others: { masjidUid: unknownToKhateebs, slotId: unknownToKhateebs },
  },
  request_slots: { columns: anyKhateeb, ...byKhateebUid },
  add_khutbah_request: {
    columns: anyKhateeb,
    own: { khateeb: 'khateebId' },
    others: { masjidUid: unknownToKhateebs, slotId: unknownToKhateebs },
  },

  members: { columns: anyMasjid },
  calendar_address: signedIn,
  calendar_event: {
    columns: [401, 200, 404, 200, 404],
    others: { slotId: { another: signedIn404, unknown: signedIn404 } },
  },
  our_khateebs: {
    columns: anyMasjid,
    own: { masjid: 'uid' },
    others: { khateebUid: { another: anyMasjid, unknown: anyMasjid } },
  },
  mark_khateeb: {
    columns: anyMasjid,
    ...byMasjidUid,
    others: { khateebUid: { another: anyMasjid, unknown: [401, 403, 403, 404, 404] } },
  },
  change_approved_only: { columns: anyMasjid, ...byMasjidUid },
  schedule: { columns: anyMasjid, own: { masjid: 'uid' } },
  publish_schedule: { columns: anyMasjid, ...byMasjidUid },
  unpublish_schedule: { columns: anyMasjid, ...byMasjidUid },
  change_public_name: { columns: anyKhateeb, ...byKhateebUid },
  make_calendar_address: signedIn,
  delete_calendar_address: signedIn,

  invite_member: { columns: anyMasjid },
  // The slot belongs to M. No other masjid finds the slot.
  invite_new_khateeb: { columns: thisMasjid, others: { slotId: recordOfOtherMasjid } },
  change_name: { columns: anyMasjid },
  delete_masjid: { columns: anyMasjid },
  revoke_invitation: { columns: thisMasjid, others: { invitationId: recordOfOtherMasjid } },
  // M2's owner may change their own role, because M2 has a second owner.
  change_member_role: { columns: thisMasjid, others: { personId: recordOfOtherMasjid } },
  remove_member: { columns: thisMasjid, others: { personId: unknownToMasjids } },
  hand_over: { columns: thisMasjid, others: { personId: unknownToMasjids } },
  leave_masjid: { columns: anyMasjid },
  // The invitation was sent to K.
  accept_invitation: { columns: [401, 200, 403, 403, 403] },

  plan: { columns: anyMasjid, own: { masjid: 'uid' } },
  preview_plan: { columns: anyMasjid, ...byMasjidUid },
  save_plan: { columns: anyMasjid, ...byMasjidUid },
  stop_plan: { columns: anyMasjid, ...byMasjidUid },
  add_khutbah: { columns: anyMasjid, ...byMasjidUid },
  remove_slot: { columns: thisMasjid, ...byMasjidUid, others: { slotId: recordOfOtherMasjid } },
  move_slot: { columns: thisMasjid, ...byMasjidUid, others: { slotId: slotOfOtherMasjidWithStart } },
  remove_slots: { columns: thisMasjid, ...byMasjidUid },
  move_slots: { columns: thisMasjid, ...byMasjidUid },
  describe_slots: { columns: thisMasjid, ...byMasjidUid },
  topics: { columns: anyMasjid, own: { masjid: 'uid' } },
  moves_preview: { columns: thisMasjid, own: { masjid: 'uid' } },
  move_preview: { columns: thisMasjid, own: { masjid: 'uid' }, others: { slotId: recordOfOtherMasjid } },
  khateebs_for_slot: { columns: thisMasjid, own: { masjid: 'uid' }, others: { slotId: recordOfOtherMasjid } },
  remove_khateeb: {
    columns: thisMasjid,
    ...byMasjidUid,
    // 409: the slot has a confirmed khateeb, but the sent id is not the id of his assignment.
    others: {
      assignmentId: { another: [401, 403, 403, 409, 404], unknown: [401, 403, 403, 409, 404] },
      slotId: unknownToMasjids,
    },
  },
  request_khateeb: {
    columns: thisMasjid,
    ...byMasjidUid,
    others: {
      khateebUid: { another: thisMasjid, unknown: masjids404 },
      slotId: slotOfOtherMasjidWithStart,
    },
  },
  // The slot belongs to M. No other masjid finds the slot.
  invite_khateebs: { columns: thisMasjid, ...byMasjidUid },
  revoke_invite: proposalCallOfMasjid('khateebUid'),
  approve_request_full: proposalCallOfMasjid('requesterId'),
  reject_request_full: proposalCallOfMasjid('requesterId'),
}

/** Calls of a masjid that only an owner may make. */
const ownerCalls = new Set([
  'update_masjid',
  'publish_schedule',
  'unpublish_schedule',
  'invite_member',
  'invite_new_khateeb',
  'revoke_invitation',
  'change_member_role',
  'remove_member',
  'hand_over',
  'delete_masjid',
])

/** Calls other than GET that a viewer may make, because they only read or are about the viewer's own account. */
const viewerCalls = new Set([
  'check_user_role',
  'check_khateeb_assignment',
  'preview_plan',
  'revoke_session',
  'end_other_sessions',
  'change_password',
  'send_verification',
  'change_email',
  'cancel_email_change',
  'add_masjid',
  'become_khateeb',
  'delete_account',
  'start_authenticator_app',
  'add_authenticator_app',
  'start_passkey',
  'add_passkey',
  'confirmation_challenge',
  'remove_second_factor',
  'renew_recovery_codes',
  'leave_masjid',
  'change_name',
  'accept_invitation',
  'mark_news_read',
  'make_calendar_address',
  'delete_calendar_address',
  'change_news_settings',
])

/** Returns the lowest role with which a masjid's member may make a call. */
export function lowestRoleFor({
  name,
  method,
}: {
  readonly name: string
  readonly method: string
}): MemberRole {
  if (ownerCalls.has(name)) return 'owner'
  return method === 'GET' || viewerCalls.has(name) ? 'viewer' : 'scheduler'
}
