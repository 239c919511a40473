/** An address of the site, perhaps with a query and a fragment. */
export type Path = `/${string}`

/** The route pattern of each screen. */
export const patterns = {
  home: '/',
  homeAlias: '/home',
  login: '/login',
  khateebSignup: '/khateeb-signup',
  masjidSignup: '/masjid-signup',
  aboutUs: '/about-us',
  masjidAboutUs: '/masjid-about-us',
  homeAboutUs: '/home-about-us',
  dashboard: '/dashboard',
  masjidLanding: '/masjid-landing',
  nearbyKhateebs: '/nearby-khateebs',
  nearbyMasjids: '/nearby-masjids',
  nearbySlots: '/nearby-slots',
  masjidDetails: '/masjid-details/:masjidId',
  khutbah: '/khutbah/:date',
  plan: '/plan',
  archivedKhutbahs: '/archived-khutbahs',
  slotHistory: '/slot-history',
  myKhutbahs: '/my-khutbahs',
  khateebDetails: '/khateeb-details/:id',
  aboutMe: '/about-me',
  availability: '/availability',
  ourKhateebs: '/our-khateebs',
  masjidInfo: '/masjid-info/:masjidId',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  confirmEmail: '/confirm-email',
  undoEmailChange: '/undo-email-change',
  disownAccount: '/this-isnt-me',
  account: '/account',
  members: '/members',
  acceptInvitation: '/accept-invitation',
  stopInvitations: '/no-more-invitations',
  answer: '/answer',
} as const

/** Replaces the parameter of a pattern. */
const fill = (pattern: Path, value: string): Path =>
  `/${pattern.slice(1).replace(/:\w+/u, () => encodeURIComponent(value))}`

/** The addresses of the screens; those with parameters are functions. */
export const paths = {
  ...patterns,
  /** `next` is where to go after signing in. */
  loginThen: (next: string): Path => `${patterns.login}?next=${encodeURIComponent(next)}`,
  masjidDetails: (masjidId: string) => fill(patterns.masjidDetails, masjidId),
  masjidInfo: (masjidId: string) => fill(patterns.masjidInfo, masjidId),
  /** With a slot, the screen offers it for the khateeb. */
  khateebDetails: (id: string, slotId = ''): Path =>
    `${fill(patterns.khateebDetails, id)}${slotId === '' ? '' : `?slot=${encodeURIComponent(slotId)}`}`,
  /** The screen shows only this khateeb, also if the masjid has noted nothing about them yet. */
  ourKhateeb: (uid: string): Path => `${patterns.ourKhateebs}?khateeb=${encodeURIComponent(uid)}`,
  /** `date` is `YYYY-MM-DD`. */
  khutbah: (date: string, masjidUid: string): Path =>
    `${fill(patterns.khutbah, date)}?masjid=${encodeURIComponent(masjidUid)}`,
}

/** The screen that each role starts on. */
export const landings = { khateeb: paths.dashboard, masjid: paths.masjidLanding } as const

/** The landing screen of a role, at the row of a proposal or a slot: the row gets the focus. */
export function landingAtRow(role: keyof typeof landings, rowId: string): Path {
  return `${landings[role]}?row=${encodeURIComponent(rowId)}`
}

/**
 * The address in a letter's link. Security: the token is in the fragment, which browsers don't send, so it reaches neither logs nor
 * the Referer header.
 */
export function withToken(path: Path, token: string): Path {
  return `${path}#token=${encodeURIComponent(token)}`
}
