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
  /** Another message catalog. Members' screens load it in addition to `members`, other screens instead of `visitors`. */
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

type Load = Screen['load']
type Exceptions = Pick<Screen, 'catalog' | 'inBrowser'>

const first = (load: Load): Screen => ({ load, frame: 'first' })
const visitors = (load: Load, exceptions?: Exceptions): Screen => ({ load, frame: 'public', ...exceptions })
const anyone = (load: Load): Screen => ({ load, frame: 'optional session' })
const members = (load: Load, exceptions?: Exceptions): Screen => ({ load, frame: 'members', ...exceptions })

/** The screen of each route pattern. Routes, documents and tests are derived from this table. */
export const screens: Readonly<Record<(typeof patterns)[keyof typeof patterns], Screen>> = {
  [patterns.home]: first(() => import('../home/home-page.tsx')),
  [patterns.homeAlias]: first(() => import('../home/home-page.tsx')),
  [patterns.login]: visitors(() => import('../identity/login-page.tsx')),
  [patterns.khateebSignup]: visitors(() => import('../identity/khateeb-signup-page.tsx')),
  [patterns.masjidSignup]: visitors(() => import('../identity/masjid-signup-page.tsx')),
  [patterns.resetPassword]: visitors(() => import('../identity/reset-password-page.tsx')),
  [patterns.verifyEmail]: visitors(() => import('../identity/verify-email-page.tsx')),
  [patterns.confirmEmail]: visitors(() => import('../identity/account/confirm-email-page.tsx'), {
    catalog: 'account',
  }),
  [patterns.undoEmailChange]: visitors(() => import('../identity/account/undo-email-change-page.tsx'), {
    catalog: 'account',
  }),
  [patterns.homeAboutUs]: visitors(() => import('../about/about-us-page.tsx')),
  [patterns.aboutUs]: anyone(() => import('../about/about-us-page.tsx')),
  [patterns.masjidAboutUs]: anyone(() => import('../about/about-us-page.tsx')),
  [patterns.dashboard]: members(() => import('../dashboards/dashboard-page.tsx')),
  [patterns.masjidLanding]: members(() => import('../dashboards/masjid-landing-page.tsx')),
  [patterns.nearbyMasjids]: members(() => import('../directory/nearby-masjids-page.tsx')),
  [patterns.nearbyKhateebs]: members(() => import('../proposals/nearby-khateebs-page.tsx')),
  [patterns.masjidDetails]: members(() => import('../khutbahs/masjid-details-page.tsx')),
  [patterns.masjidInfo]: members(() => import('../directory/masjid-info-page.tsx')),
  [patterns.khateebDetails]: members(() => import('../directory/khateeb-details-page.tsx')),
  [patterns.khutbah]: members(() => import('../khutbahs/khutbah-page.tsx')),
  [patterns.archivedKhutbahs]: members(() => import('../khutbahs/archived-khutbahs-page.tsx')),
  [patterns.slotHistory]: members(() => import('../audit/slot-history-page.tsx'), { catalog: 'account' }),
  [patterns.aboutMe]: members(() => import('../directory/about-me-page.tsx'), { inBrowser: true }),
  [patterns.account]: members(() => import('../identity/account/account-page.tsx'), {
    catalog: 'account',
    inBrowser: true,
  }),
}
