import type { ComponentType } from 'react'
import type { LoaderFunction, ShouldRevalidateFunction } from 'react-router'
import type { Role } from '../../contract/endpoint.ts'
import { patterns } from '../../contract/screen-paths.ts'
import type { CatalogName } from '../app/load-catalog.ts'
import { homeScreen } from './home-screen.ts'

/** The exports of a screen's or frame's module. */
interface ScreenModule {
  readonly Component: ComponentType
  readonly ErrorBoundary?: ComponentType
  readonly HydrateFallback?: ComponentType
  readonly loader?: LoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
}

type Load = () => Promise<ScreenModule>

/** The layout around a screen. The frame `home` has only the bar, so that the home page stays small. */
type FrameName = 'home' | 'public' | 'optional session' | 'members'

/** A screen with the frame `members` requires a session. With `optional session`, it shows the bar for members to signed-in users. */
export interface Screen {
  readonly load: Load
  readonly frame: FrameName
  /** The only role that can use the screen. Users with the other role see the `OtherRoleNotice`. */
  readonly onlyFor?: Role | undefined
  /** The screen's message catalogs besides `shared`, from the most general to the most specific. The home page loads none. */
  readonly catalogs: readonly CatalogName[]
}

const home: Screen = { load: homeScreen, frame: 'home', catalogs: [] }
const visitors = (load: Load, catalog: CatalogName = 'public'): Screen => ({
  load,
  frame: 'public',
  catalogs: [catalog],
})
/** Defines a screen that a link in a letter leads to. */
const letterLink = (load: Load): Screen => ({ load, frame: 'public', catalogs: ['public', 'links'] })
const aboutUs = (frame: FrameName): Screen => ({
  load: () => import('../about/about-us-page.tsx'),
  frame,
  catalogs: ['public', 'about'],
})
/** Defines a screen for members. `own` are its catalogs besides `members`. */
const members = (load: Load, own: readonly CatalogName[] = [], onlyFor?: Role): Screen => ({
  load,
  frame: 'members',
  catalogs: ['members', ...own],
  onlyFor,
})

/** The screen of each route pattern. Routes, documents, message catalogs, tests, pictures and benchmarks derive from this table. */
export const screens: Readonly<Record<(typeof patterns)[keyof typeof patterns], Screen>> = {
  [patterns.home]: home,
  [patterns.homeAlias]: home,
  [patterns.login]: visitors(() => import('../identity/login-page.tsx')),
  [patterns.khateebSignup]: visitors(() => import('../identity/khateeb-signup-page.tsx')),
  [patterns.masjidSignup]: visitors(() => import('../identity/masjid-signup-page.tsx')),
  [patterns.resetPassword]: letterLink(() => import('../identity/reset-password-page.tsx')),
  [patterns.verifyEmail]: letterLink(() => import('../identity/verify-email-page.tsx')),
  [patterns.confirmEmail]: visitors(() => import('../identity/account/confirm-email-page.tsx'), 'account'),
  [patterns.undoEmailChange]: visitors(
    () => import('../identity/account/undo-email-change-page.tsx'),
    'account',
  ),
  [patterns.disownAccount]: letterLink(() => import('../identity/disown-account-page.tsx')),
  [patterns.acceptInvitation]: visitors(() => import('../team/accept-invitation-page.tsx'), 'invitation'),
  [patterns.stopInvitations]: visitors(() => import('../team/stop-invitations-page.tsx'), 'invitation'),
  // This screen loads its own messages.
  [patterns.answer]: { load: () => import('../answer-links/answer-page.tsx'), frame: 'public', catalogs: [] },
  [patterns.homeAboutUs]: aboutUs('public'),
  [patterns.aboutUs]: aboutUs('optional session'),
  [patterns.masjidAboutUs]: aboutUs('optional session'),
  [patterns.dashboard]: members(() => import('../dashboards/dashboard-page.tsx'), [], 'khateeb'),
  [patterns.masjidLanding]: members(() => import('../dashboards/masjid-landing-page.tsx'), [], 'masjid'),
  [patterns.nearbySlots]: members(() => import('../proposals/nearby-slots-page.tsx'), [], 'khateeb'),
  [patterns.nearbyMasjids]: members(() => import('../khutbahs/nearby-masjids-page.tsx'), ['nearby']),
  [patterns.nearbyKhateebs]: members(() => import('../proposals/nearby-khateebs-page.tsx'), ['nearby']),
  [patterns.masjidDetails]: members(() => import('../khutbahs/masjid-details-page.tsx'), ['details']),
  [patterns.masjidInfo]: members(() => import('../directory/masjid-info-page.tsx'), ['details']),
  [patterns.khateebDetails]: members(() => import('../proposals/khateeb-details-page.tsx'), ['details']),
  [patterns.khutbah]: members(() => import('../khutbahs/khutbah-page.tsx'), ['details']),
  [patterns.plan]: members(() => import('../plan/plan-page.tsx'), [], 'masjid'),
  [patterns.archivedKhutbahs]: members(
    () => import('../khutbahs/archived-khutbahs-page.tsx'),
    ['history'],
    'masjid',
  ),
  [patterns.slotHistory]: members(() => import('../audit/slot-history-page.tsx'), ['history'], 'masjid'),
  [patterns.myKhutbahs]: members(() => import('../khutbahs/my-khutbahs-page.tsx'), ['history'], 'khateeb'),
  [patterns.aboutMe]: members(() => import('../directory/about-me-page.tsx'), ['profile']),
  [patterns.availability]: members(() => import('../availability/availability-page.tsx'), [], 'khateeb'),
  [patterns.ourKhateebs]: members(() => import('../our-khateebs/our-khateebs-page.tsx'), [], 'masjid'),
  [patterns.members]: members(
    () => import('../team/members-page.tsx'),
    ['account', 'invitation', 'team'],
    'masjid',
  ),
  [patterns.account]: members(() => import('../identity/account/account-page.tsx'), ['account', 'security']),
}

/** The functions that load the frames around the screens. */
export const frameModules = {
  app: () => import('./app-frame.tsx'),
  optionalSession: () => import('./optional-session-frame.tsx'),
  signedIn: () => import('./signed-in-frame.tsx'),
} satisfies Record<string, Load>

/** Loads the screen for unknown addresses. */
export const notFoundScreen: Load = () => import('./not-found-page.tsx')
