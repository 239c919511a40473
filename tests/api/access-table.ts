import type { Role } from '../../contract/endpoint.ts'

/** What a call may name, beside what is right: somebody else's, nobody's, or nonsense. */
export type Named = 'khateeb' | 'otherKhateeb' | 'masjid' | 'otherMasjid' | 'unknown' | 'malformed'

/** Who may make a call, and what of. */
export interface Row {
  /**
   * The status for each caller who names himself where the call names its caller: nobody (A), the khateeb (K), another
   * khateeb (K2), the masjid (M), another masjid (M2). Everything else is about K and M.
   */
  readonly columns: readonly [A: number, K: number, K2: number, M: number, M2: number]
  /** The field in which a caller of each role names himself; another's uid in it is 403. */
  readonly own?: Readonly<Partial<Record<Role, string>>>
  /** The status for who makes the example's call when a field names another thing. */
  readonly others?: readonly (readonly [field: string, named: Named, status: number])[]
}

const anyone = { columns: [200, 200, 200, 200, 200] } as const
const signedIn = { columns: [401, 200, 200, 200, 200] } as const

/** His own uid, but no such proposal or assignment: 404. */
const khateebs = { columns: [401, 200, 404, 403, 403] } as const
const masjids = { columns: [401, 403, 403, 200, 404] } as const

const khateebUid = { own: { khateeb: 'khateebUid' } } as const
const masjidUid = { own: { masjid: 'masjidUid' } } as const

const ofAMasjid = [
  ['masjidUid', 'unknown', 404],
  ['masjidUid', 'otherMasjid', 404],
  ['masjidUid', 'khateeb', 404],
  ['masjidUid', 'malformed', 400],
] as const

const ofARequest = [
  ['requestId', 'unknown', 404],
  ['requestId', 'malformed', 400],
] as const

const ofAKhateeb = (field: string) =>
  [
    [field, 'unknown', 404],
    [field, 'otherKhateeb', 404],
    [field, 'masjid', 404],
    [field, 'malformed', 400],
  ] as const

/** Section 5 of the rules, by the name of the call. A call that isn't here fails the test. */
export const access: Readonly<Record<string, Row>> = {
  random_ayah: anyone,
  zip: anyone,
  geocode: anyone,
  khateeb_signup: anyone,
  masjid_signup: anyone,
  sign_in: anyone,
  sign_out: anyone,
  session: anyone,
  send_password_reset: anyone,
  reset_password: anyone,
  verify_email: anyone,
  password_policy: anyone,
  get_masjid_details: {
    ...anyone,
    others: [
      ['masjidId', 'unknown', 404],
      ['masjidId', 'khateeb', 404],
      ['masjidId', 'otherMasjid', 200],
      ['masjidId', 'malformed', 400],
    ],
  },

  get_masjids: signedIn,
  get_khateebs: signedIn,
  get_khateeb_details: {
    ...signedIn,
    others: [
      ['id', 'unknown', 404],
      ['id', 'otherMasjid', 404],
      ['id', 'otherKhateeb', 200],
      ['id', 'malformed', 400],
    ],
  },
  sessions: signedIn,
  change_password: signedIn,
  export_data: signedIn,
  delete_account: signedIn,
  // Only the caller's own sessions are there for him; the example names one of the khateeb's.
  revoke_session: {
    columns: [401, 200, 404, 404, 404],
    others: [
      ['id', 'unknown', 404],
      ['id', 'malformed', 400],
    ],
  },
  check_user_role: { ...signedIn, own: { khateeb: 'uid', masjid: 'uid' } },
  check_khateeb_assignment: {
    ...signedIn,
    own: { khateeb: 'khateebId', masjid: 'masjidUid' },
    others: [
      ['masjidUid', 'unknown', 200],
      ['masjidUid', 'otherMasjid', 200],
      ['masjidUid', 'malformed', 400],
    ],
  },

  get_user: { columns: [401, 200, 200, 403, 403], own: { khateeb: 'uid' } },
  update_user: { columns: [401, 200, 200, 403, 403], own: { khateeb: 'uid' } },
  get_masjid: { columns: [401, 403, 403, 200, 200], own: { masjid: 'uid' } },
  update_masjid: { columns: [401, 403, 403, 200, 200], own: { masjid: 'uid' } },
  slot_history: { columns: [401, 403, 403, 200, 200], own: { masjid: 'uid' } },
  archived_khutbahs: { columns: [401, 403, 403, 200, 200], own: { masjid: 'uid' } },

  get_my_khutbahs: { columns: [401, 200, 200, 403, 403], ...khateebUid },
  accept_invite: { ...khateebs, ...khateebUid, others: [...ofAMasjid, ...ofARequest] },
  reject_invite: { ...khateebs, ...khateebUid, others: [...ofAMasjid, ...ofARequest] },
  revoke_sent_request: { ...khateebs, ...khateebUid, others: [...ofAMasjid, ...ofARequest] },
  withdraw_khateeb: {
    ...khateebs,
    ...khateebUid,
    others: [...ofAMasjid, ['assignmentId', 'unknown', 404], ['assignmentId', 'malformed', 400]],
  },
  // It names nobody: it is about who calls.
  notify_masjid: khateebs,
  add_khutbah_request: {
    columns: [401, 200, 200, 403, 403],
    own: { khateeb: 'khateebId' },
    others: [...ofAMasjid],
  },

  add_khutbah: { columns: [401, 403, 403, 200, 200], ...masjidUid },
  remove_slot: { ...masjids, ...masjidUid },
  remove_khateeb: {
    ...masjids,
    ...masjidUid,
    // Somebody is confirmed, but not as the caller saw it.
    others: [
      ['assignmentId', 'unknown', 409],
      ['assignmentId', 'malformed', 400],
    ],
  },
  request_khateeb: {
    ...masjids,
    ...masjidUid,
    others: [
      ['khateebUid', 'unknown', 404],
      ['khateebUid', 'masjid', 404],
      ['khateebUid', 'otherKhateeb', 200],
      ['khateebUid', 'malformed', 400],
    ],
  },
  revoke_invite: { ...masjids, ...masjidUid, others: [...ofAKhateeb('khateebUid'), ...ofARequest] },
  approve_request_full: { ...masjids, ...masjidUid, others: [...ofAKhateeb('requesterId'), ...ofARequest] },
  reject_request_full: { ...masjids, ...masjidUid, others: [...ofAKhateeb('requesterId'), ...ofARequest] },
}
