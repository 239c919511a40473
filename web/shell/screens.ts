import type { ComponentType } from 'react'
import type { LoaderFunction, ShouldRevalidateFunction } from 'react-router'
import type { Role } from '../../contract/endpoint.ts'
import { routePatterns } from '../../contract/screen-paths.ts'
import type { CatalogName } from '../app/load-catalog.ts'
import { loadHomePage } from './home-screen.ts'

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

const home: Screen = { load: loadHomePage, frame: 'home', catalogs: [] }
const publicScreen = (load: Load, catalog: CatalogName = 'public'): Screen => ({
  load,
  frame: 'public',
  catalogs: [catalog],
})

/** Defines a screen that a link in a letter leads to. */
const letterLinkScreen = (load: Load): Screen => ({ load, frame: 'public', catalogs: ['public', 'links'] })

const aboutUsScreen = (frame: FrameName): Screen => ({
  load: () => import('../about/about-us-page.tsx'),
  frame,
  catalogs: ['public', 'about'],
})

/** Defines a screen for members. `own` are its catalogs besides `members`. */
const memberScreen = (load: Load, own: readonly CatalogName[] = [], onlyFor?: Role): Screen => ({
  load,
  frame: 'members',
  catalogs: ['members', ...own],
  onlyFor,
})

/** The screen of each route pattern. Routes, documents, message catalogs, tests, screenshots and benchmarks derive from this table. */
export const screens: Readonly<Record<(typeof routePatterns)[keyof typeof routePatterns], Screen>> = {
  [routePatterns.home]: home,
  [routePatterns.homeAlias]: home,
  [routePatterns.login]: publicScreen(() => import('../identity/login-page.tsx')),
  [routePatterns.khateebSignup]: publicScreen(() => import('../identity/khateeb-signup-page.tsx')),
  [routePatterns.masjidSignup]: publicScreen(() => import('../identity/masjid-signup-page.tsx')),
  [routePatterns.resetPassword]: letterLinkScreen(() => import('../identity/reset-password-page.tsx')),
  [routePatterns.verifyEmail]: letterLinkScreen(() => import('../identity/verify-email-page.tsx')),
  [routePatterns.confirmEmail]: publicScreen(
    () => import('../identity/account/confirm-email-page.tsx'),
    'account',
  ),
  [routePatterns.undoEmailChange]: publicScreen(
    () => import('../identity/account/undo-email-change-page.tsx'),
    'account',
  ),
  [routePatterns.disownAccount]: letterLinkScreen(() => import('../identity/disown-account-page.tsx')),
  [routePatterns.acceptInvitation]: publicScreen(
    () => import('../team/accept-invitation-page.tsx'),
    'invitation',
  ),
  [routePatterns.stopInvitations]: publicScreen(
    () => import('../team/stop-invitations-page.tsx'),
    'invitation',
  ),
  // This screen loads its own messages.
  [routePatterns.answer]: {
    load: () => import('../answer-links/answer-page.tsx'),
    frame: 'public',
    catalogs: [],
  },
  [routePatterns.homeAboutUs]: aboutUsScreen('public'),
  [routePatterns.aboutUs]: aboutUsScreen('optional session'),
  [routePatterns.masjidAboutUs]: aboutUsScreen('optional session'),
  [routePatterns.dashboard]: memberScreen(() => import('../dashboards/dashboard-page.tsx'), [], 'khateeb'),
  [routePatterns.masjidLanding]: memberScreen(
    () => import('../dashboards/masjid-landing-page.tsx'),
    [],
    'masjid',
  ),
  [routePatterns.nearbySlots]: memberScreen(
    () => import('../proposals/nearby-slots-page.tsx'),
    [],
    'khateeb',
  ),
  [routePatterns.nearbyMasjids]: memberScreen(
    () => import('../khutbahs/nearby-masjids-page.tsx'),
    ['nearby'],
  ),
  [routePatterns.nearbyKhateebs]: memberScreen(
    () => import('../proposals/nearby-khateebs-page.tsx'),
    ['nearby'],
  ),
  [routePatterns.masjidDetails]: memberScreen(
    () => import('../khutbahs/masjid-details-page.tsx'),
    ['details'],
  ),
  [routePatterns.masjidInfo]: memberScreen(() => import('../directory/masjid-info-page.tsx'), ['details']),
  [routePatterns.khateebDetails]: memberScreen(
    () => import('../proposals/khateeb-details-page.tsx'),
    ['details'],
  ),
  [routePatterns.khutbah]: memberScreen(() => import('../khutbahs/khutbah-page.tsx'), ['details']),
  [routePatterns.plan]: memberScreen(() => import('../plan/plan-page.tsx'), [], 'masjid'),
  [routePatterns.archivedKhutbahs]: memberScreen(
    () => import('../khutbahs/archived-khutbahs-page.tsx'),
    ['history'],
    'masjid',
  ),
  [routePatterns.slotHistory]: memberScreen(
    () => import('../audit/slot-history-page.tsx'),
    ['history'],
    'masjid',
  ),
  [routePatterns.myKhutbahs]: memberScreen(
    () => import('../khutbahs/my-khutbahs-page.tsx'),
    ['history'],
    'khateeb',
  ),
  [routePatterns.aboutMe]: memberScreen(() => import('../directory/about-me-page.tsx'), ['profile']),
  [routePatterns.availability]: memberScreen(
    () => import('../availability/availability-page.tsx'),
    [],
    'khateeb',
  ),
  [routePatterns.ourKhateebs]: memberScreen(
    () => import('../our-khateebs/our-khateebs-page.tsx'),
    [],
    'masjid',
  ),
  [routePatterns.members]: memberScreen(
    () => import('../team/members-page.tsx'),
    ['invitation', 'team'],
    'masjid',
  ),
  [routePatterns.account]: memberScreen(() => import('../identity/account/account-page.tsx'), ['security']),
}

/** The functions that load the frames around the screens. */
export const frameLoaders = {
  app: () => import('./app-frame.tsx'),
  optionalSession: () => import('./optional-session-frame.tsx'),
  signedIn: () => import('./signed-in-frame.tsx'),
} satisfies Record<string, Load>

/** Loads the screen for unknown addresses. */
export const loadNotFoundScreen: Load = () => import('./not-found-page.tsx')
