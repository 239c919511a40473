import { generatePath } from 'react-router'

/** The patterns of the screens' addresses, as the table of routes registers them. */
export const patterns = {
  home: '/',
  homeToo: '/home',
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

/** The addresses of the screens; those that name somebody or something are functions of it. */
export const paths = {
  ...patterns,
  /** `next` is where to go after signing in. */
  loginThen: (next: string) => `${patterns.login}?${new URLSearchParams({ next })}`,
  masjidDetails: (masjidId: string) => generatePath(patterns.masjidDetails, { masjidId }),
  masjidInfo: (masjidId: string) => generatePath(patterns.masjidInfo, { masjidId }),
  khateebDetails: (id: string) => generatePath(patterns.khateebDetails, { id }),
  /** `date` is `YYYY-MM-DD`. The masjid stands in the address, so that the screen can be reloaded and shared. */
  khutbah: (date: string, masjidUid: string) =>
    `${generatePath(patterns.khutbah, { date })}?${new URLSearchParams({ masjid: masjidUid })}`,
}

/** The landing screen of a role. */
export const landings = { khateeb: paths.dashboard, masjid: paths.masjidLanding } as const

/**
 * Where `?next=` of the login screen leads: a path of this page, or undefined. Anything that a browser could take
 * for another host (`//host`, `/\host`, with a tab or newline in between) is refused, so that a forged link leads nowhere.
 */
export function nextOf(search: URLSearchParams): string | undefined {
  const next = search.get('next')
  if (next === null || !next.startsWith('/')) return undefined
  const here = 'https://minbar.invalid'
  return URL.canParse(next, here) && new URL(next, here).origin === here ? next : undefined
}
