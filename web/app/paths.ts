/** The route patterns of the screens. */
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
  masjidDetails: '/masjid-details/:masjidId',
  khutbah: '/khutbah/:date',
  archivedKhutbahs: '/archived-khutbahs',
  slotHistory: '/slot-history',
  khateebDetails: '/khateeb-details/:id',
  aboutMe: '/about-me',
  masjidInfo: '/masjid-info/:masjidId',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  confirmEmail: '/confirm-email',
  undoEmailChange: '/undo-email-change',
  account: '/account',
} as const

/** Replaces the parameter `name` of a pattern. */
function fill(pattern: string, name: string, value: string): string {
  return pattern.replace(`:${name}`, () => encodeURIComponent(value))
}

/** The addresses of the screens; those with parameters are functions. */
export const paths = {
  ...patterns,
  /** `next` is where to go after signing in. */
  loginThen: (next: string) => `${patterns.login}?${new URLSearchParams({ next })}`,
  masjidDetails: (masjidId: string) => fill(patterns.masjidDetails, 'masjidId', masjidId),
  masjidInfo: (masjidId: string) => fill(patterns.masjidInfo, 'masjidId', masjidId),
  khateebDetails: (id: string) => fill(patterns.khateebDetails, 'id', id),
  /** `date` is `YYYY-MM-DD`. */
  khutbah: (date: string, masjidUid: string) =>
    `${fill(patterns.khutbah, 'date', date)}?${new URLSearchParams({ masjid: masjidUid })}`,
}

/** The screen that each role starts on. */
export const landings = { khateeb: paths.dashboard, masjid: paths.masjidLanding } as const
