import type { Role } from '../../contract/endpoint.ts'

/**
 * The status for nobody (A), the khateeb (K), another khateeb (K2), the masjid (M) and another masjid (M2). Whose session is
 * too old or was ended is nobody.
 */
type Statuses = readonly [A: number, K: number, K2: number, M: number, M2: number]

/** What a field may name beside what is right: somebody else's that there is, or nothing at all. */
interface Named {
  readonly another: Statuses
  readonly unknown: Statuses
}

/** Who may make a call, and what of. */
export interface Row {
  /** Where each caller names himself, if the call names its caller. Everything else is about K and M. */
  readonly columns: Statuses
  /** The field in which a caller of each role names himself; another's uid in it is 403. */
  readonly own?: Readonly<Partial<Record<Role, string>>>
  /** Every other field that names somebody or something. */
  readonly others?: Readonly<Record<string, Named>>
}

const everybody = [200, 200, 200, 200, 200] as const
const nowhere = [404, 404, 404, 404, 404] as const
const members = [401, 200, 200, 200, 200] as const
const membersFindNothing = [401, 404, 404, 404, 404] as const
const khateebsAlike = [401, 200, 200, 403, 403] as const
const masjidsAlike = [401, 403, 403, 200, 200] as const
/** His own uid, but no such proposal or assignment: 404. */
const khateebOnly = [401, 200, 404, 403, 403] as const
const masjidOnly = [401, 403, 403, 200, 404] as const
const khateebsFindNothing = [401, 404, 404, 403, 403] as const
const masjidsFindNothing = [401, 403, 403, 404, 404] as const

const anyone: Row = { columns: everybody }
const signedIn: Row = { columns: members }

const byKhateebUid = { own: { khateeb: 'khateebUid' } } as const
const byMasjidUid = { own: { masjid: 'masjidUid' } } as const
const nothingForKhateebs = { another: khateebsFindNothing, unknown: khateebsFindNothing }
const nothingForMasjids = { another: masjidsFindNothing, unknown: masjidsFindNothing }

/** Each masjid finds its own slots alone. */
const slotOfOtherMasjid: Named = { another: [401, 403, 403, 404, 200], unknown: masjidsFindNothing }

const answeredByKhateeb: Row = {
  columns: khateebOnly,
  ...byKhateebUid,
  others: { masjidUid: nothingForKhateebs, requestId: nothingForKhateebs, slotId: nothingForKhateebs },
}
const answeredByMasjid = (khateeb: string): Row => ({
  columns: masjidOnly,
  ...byMasjidUid,
  others: { [khateeb]: nothingForMasjids, requestId: nothingForMasjids, slotId: nothingForMasjids },
})

/** Each side names itself, and the other. */
const betweenTwo: Row = {
  columns: members,
  own: { khateeb: 'khateebUid', masjid: 'masjidUid' },
  others: {
    khateebUid: { another: members, unknown: membersFindNothing },
    masjidUid: { another: members, unknown: membersFindNothing },
  },
}

/** Section 5 of the rules, by the name of the call. A call that isn't here, or a field that names something, fails the test. */
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
  confirm_email: anyone,
  undo_email_change: anyone,
  password_policy: anyone,
  get_masjid_details: { ...anyone, others: { masjidId: { another: everybody, unknown: nowhere } } },

  get_masjids: signedIn,
  get_khateebs: signedIn,
  get_khateeb_details: { ...signedIn, others: { id: { another: members, unknown: membersFindNothing } } },
  sessions: signedIn,
  end_other_sessions: signedIn,
  change_password: signedIn,
  email: signedIn,
  send_verification: signedIn,
  change_email: signedIn,
  export_data: signedIn,
  delete_account: signedIn,
  // Only the caller's own sessions are there for him: the example names one of the khateeb's, and the other is the other's.
  revoke_session: {
    columns: [401, 200, 404, 404, 404],
    others: { id: { another: [401, 404, 200, 404, 404], unknown: membersFindNothing } },
  },
  check_user_role: { ...signedIn, own: { khateeb: 'uid', masjid: 'uid' } },
  // Of whom it is asked, nobody need be there: the answer is no.
  check_khateeb_assignment: {
    ...signedIn,
    own: { khateeb: 'khateebId', masjid: 'masjidUid' },
    others: {
      masjidUid: { another: members, unknown: members },
      khateebId: { another: members, unknown: members },
    },
  },

  block_account: betweenTwo,
  unblock_account: betweenTwo,
  blocked_accounts: signedIn,

  get_user: { columns: khateebsAlike, own: { khateeb: 'uid' } },
  update_user: { columns: khateebsAlike, own: { khateeb: 'uid' } },
  get_masjid: { columns: masjidsAlike, own: { masjid: 'uid' } },
  update_masjid: { columns: masjidsAlike, own: { masjid: 'uid' } },
  slot_history: { columns: masjidsAlike, own: { masjid: 'uid' } },
  archived_khutbahs: { columns: masjidsAlike, own: { masjid: 'uid' } },

  get_my_khutbahs: { columns: khateebsAlike, ...byKhateebUid },
  accept_invite: answeredByKhateeb,
  reject_invite: answeredByKhateeb,
  revoke_sent_request: answeredByKhateeb,
  withdraw_khateeb: {
    columns: khateebOnly,
    ...byKhateebUid,
    others: { masjidUid: nothingForKhateebs, assignmentId: nothingForKhateebs, slotId: nothingForKhateebs },
  },
  // It names nobody: it is about who calls.
  notify_masjid: { columns: khateebOnly },
  add_khutbah_request: {
    columns: khateebsAlike,
    own: { khateeb: 'khateebId' },
    others: { masjidUid: nothingForKhateebs, slotId: nothingForKhateebs },
  },

  add_khutbah: { columns: masjidsAlike, ...byMasjidUid },
  remove_slot: { columns: masjidOnly, ...byMasjidUid, others: { slotId: slotOfOtherMasjid } },
  remove_khateeb: {
    columns: masjidOnly,
    ...byMasjidUid,
    // Somebody is confirmed, but not as the caller saw it.
    others: {
      assignmentId: { another: [401, 403, 403, 409, 404], unknown: [401, 403, 403, 409, 404] },
      slotId: nothingForMasjids,
    },
  },
  request_khateeb: {
    columns: masjidOnly,
    ...byMasjidUid,
    others: {
      khateebUid: { another: masjidOnly, unknown: masjidsFindNothing },
      slotId: slotOfOtherMasjid,
    },
  },
  revoke_invite: answeredByMasjid('khateebUid'),
  approve_request_full: answeredByMasjid('requesterId'),
  reject_request_full: answeredByMasjid('requesterId'),
}
