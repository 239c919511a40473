/** The patterns of the screens' addresses, as the table of routes registers them. */
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

/** The address that a pattern stands for, once `name` in it is filled in. */
function filled(pattern: string, name: string, value: string): string {
  return pattern.replace(`:${name}`, () => encodeURIComponent(value))
}

/** The addresses of the screens; those that name somebody or something are functions of it. */
export const paths = {
  ...patterns,
  /** `next` is where to go after signing in. */
  loginThen: (next: string) => `${patterns.login}?${new URLSearchParams({ next })}`,
  masjidDetails: (masjidId: string) => filled(patterns.masjidDetails, 'masjidId', masjidId),
  masjidInfo: (masjidId: string) => filled(patterns.masjidInfo, 'masjidId', masjidId),
  khateebDetails: (id: string) => filled(patterns.khateebDetails, 'id', id),
  /** `date` is `YYYY-MM-DD`. The masjid stands in the address, so that the screen can be reloaded and shared. */
  khutbah: (date: string, masjidUid: string) =>
    `${filled(patterns.khutbah, 'date', date)}?${new URLSearchParams({ masjid: masjidUid })}`,
}

/** The landing screen of a role. */
export const landings = { khateeb: paths.dashboard, masjid: paths.masjidLanding } as const
