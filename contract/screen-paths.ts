/** An address of the site, without the host. May have a query and a fragment. */
export type Path = `/${string}`

/** The route pattern of each screen. */
export const routePatterns = {
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

/** Replaces the parameter of a route pattern with a value. */
const fill = (pattern: Path, value: string): Path =>
  `/${pattern.slice(1).replace(/:\w+/u, () => encodeURIComponent(value))}`

/** The addresses of the screens. A screen with parameters has a function. */
export const paths = {
  ...routePatterns,
  /** `next` is the address to open after the sign-in. */
  loginThen: (next: string): Path => `${routePatterns.login}?next=${encodeURIComponent(next)}`,
  masjidDetails: (masjidId: string) => fill(routePatterns.masjidDetails, masjidId),
  masjidInfo: (masjidId: string) => fill(routePatterns.masjidInfo, masjidId),
  /** With `slotId`, the screen offers to invite the khateeb to that slot. */
  khateebDetails: (id: string, slotId = ''): Path =>
    `${fill(routePatterns.khateebDetails, id)}${slotId === '' ? '' : `?slot=${encodeURIComponent(slotId)}`}`,
  /** The list of the masjid's own khateebs with only this khateeb, even if the masjid has no mark or note about him. */
  ourKhateeb: (uid: string): Path => `${routePatterns.ourKhateebs}?khateeb=${encodeURIComponent(uid)}`,
  /** `date` is `YYYY-MM-DD`. */
  khutbah: (date: string, masjidUid: string): Path =>
    `${fill(routePatterns.khutbah, date)}?masjid=${encodeURIComponent(masjidUid)}`,
}

/** The first screen of each role after the sign-in. */
export const landingPaths = { khateeb: paths.dashboard, masjid: paths.masjidLanding } as const

/** Returns the address of a role's landing screen, with the focus on the row of a proposal or a slot. */
export function landingAtRow(role: keyof typeof landingPaths, rowId: string): Path {
  return `${landingPaths[role]}?row=${encodeURIComponent(rowId)}`
}

/**
 * Adds the token of a letter's link to an address. Security: the token is in the fragment. Browsers don't send the fragment, so no log and
 * no Referer header contains the token.
 */
export function withToken(path: Path, token: string): Path {
  return `${path}#token=${encodeURIComponent(token)}`
}
