import type { ComponentType } from 'react'
import type { LoaderFunction, ShouldRevalidateFunction } from 'react-router'
import type { CatalogName } from '../app/i18n.ts'
import { patterns } from '../app/paths.ts'

/** The exports of the module of a screen or frame. */
export interface ScreenModule {
  readonly Component: ComponentType
  readonly ErrorBoundary?: ComponentType
  readonly HydrateFallback?: ComponentType
  readonly loader?: LoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
}

/** The layout around a screen. `first` is the home page's, kept light: it has only the bar. */
type Frame = 'first' | 'public' | 'optional session' | 'members'

/** A screen of `members` requires a session; one with an optional session shows the user's own bar if signed in. */
export interface Screen {
  readonly load: () => Promise<ScreenModule>
  readonly frame: Frame
  /** The message catalog that it needs besides its frame's, or instead of `visitors`. */
  readonly catalog?: CatalogName
  /** Rendered only in the browser, since it has forms or shows times in the viewer's time zone. */
  readonly inBrowser?: true
}

/** The message catalogs of a screen, in addition to those of every screen. */
export function catalogsOf({ frame, catalog }: Screen): CatalogName[] {
  if (frame === 'first') return []
  if (frame === 'members') return ['members', ...(catalog === undefined ? [] : [catalog])]
  return [catalog ?? 'visitors']
}

/** The screen of each route pattern. Routes, documents and tests are derived from this table. */
export const screens: Readonly<Record<(typeof patterns)[keyof typeof patterns], Screen>> = {
  [patterns.home]: { load: () => import('../home/home-page.tsx'), frame: 'first' },
  [patterns.homeAlias]: { load: () => import('../home/home-page.tsx'), frame: 'first' },
  [patterns.login]: { load: () => import('../identity/login-page.tsx'), frame: 'public' },
  [patterns.khateebSignup]: { load: () => import('../identity/khateeb-signup-page.tsx'), frame: 'public' },
  [patterns.masjidSignup]: { load: () => import('../identity/masjid-signup-page.tsx'), frame: 'public' },
  [patterns.resetPassword]: { load: () => import('../identity/reset-password-page.tsx'), frame: 'public' },
  [patterns.verifyEmail]: { load: () => import('../identity/verify-email-page.tsx'), frame: 'public' },
  [patterns.confirmEmail]: {
    load: () => import('../identity/account/confirm-email-page.tsx'),
    frame: 'public',
    catalog: 'account',
  },
  [patterns.undoEmailChange]: {
    load: () => import('../identity/account/undo-email-change-page.tsx'),
    frame: 'public',
    catalog: 'account',
  },
  [patterns.homeAboutUs]: { load: () => import('../about/about-us-page.tsx'), frame: 'public' },
  [patterns.aboutUs]: { load: () => import('../about/about-us-page.tsx'), frame: 'optional session' },
  [patterns.masjidAboutUs]: {
    load: () => import('../about/about-us-page.tsx'),
    frame: 'optional session',
  },
  [patterns.dashboard]: { load: () => import('../dashboards/dashboard-page.tsx'), frame: 'members' },
  [patterns.masjidLanding]: { load: () => import('../dashboards/masjid-landing-page.tsx'), frame: 'members' },
  [patterns.nearbyMasjids]: { load: () => import('../directory/nearby-masjids-page.tsx'), frame: 'members' },
  [patterns.nearbyKhateebs]: {
    load: () => import('../proposals/nearby-khateebs-page.tsx'),
    frame: 'members',
  },
  [patterns.masjidDetails]: { load: () => import('../khutbahs/masjid-details-page.tsx'), frame: 'members' },
  [patterns.masjidInfo]: { load: () => import('../directory/masjid-info-page.tsx'), frame: 'members' },
  [patterns.khateebDetails]: {
    load: () => import('../directory/khateeb-details-page.tsx'),
    frame: 'members',
  },
  [patterns.khutbah]: { load: () => import('../khutbahs/khutbah-page.tsx'), frame: 'members' },
  [patterns.archivedKhutbahs]: {
    load: () => import('../khutbahs/archived-khutbahs-page.tsx'),
    frame: 'members',
  },
  [patterns.slotHistory]: {
    load: () => import('../audit/slot-history-page.tsx'),
    frame: 'members',
    catalog: 'account',
  },
  [patterns.aboutMe]: {
    load: () => import('../directory/about-me-page.tsx'),
    frame: 'members',
    inBrowser: true,
  },
  [patterns.account]: {
    load: () => import('../identity/account/account-page.tsx'),
    frame: 'members',
    catalog: 'account',
    inBrowser: true,
  },
}
