import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import { loadMemberScreensBy } from '../app/member-screens.ts'
import { patterns } from '../app/paths.ts'
import { wordsOf } from '../app/words.ts'
import { Opening } from './opening.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Root } from './root.tsx'
import { RootError } from './root-error.tsx'
import { ScreenFailed } from './screen-failed.tsx'

/** What the module of a screen (or of a frame around screens) exports. */
interface Screen {
  readonly Component: ComponentType
  readonly ErrorBoundary?: ComponentType
  readonly HydrateFallback?: ComponentType
  readonly loader?: LoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
}

/** A screen (or a frame) that is loaded when somebody goes there, together with its words. */
function screen(load: () => Promise<Screen>, ...words: Parameters<typeof wordsOf>[0][]) {
  return async (): Promise<Screen> => {
    const [module] = await Promise.all([load(), wordsOf('everybody'), ...words.map(wordsOf)])
    return module
  }
}

/** A screen that anybody may open. */
function publicScreen(load: () => Promise<Screen>) {
  return screen(load, 'visitors')
}

/** A screen of the signed in. */
function memberScreen(load: () => Promise<Screen>) {
  return screen(load, 'members')
}

async function khateebOpenFrame(): Promise<Screen> {
  const { KhateebOpenFrame, loader } = await import('./open-frame.tsx')
  return { Component: KhateebOpenFrame, loader }
}

async function masjidOpenFrame(): Promise<Screen> {
  const { MasjidOpenFrame, loader } = await import('./open-frame.tsx')
  return { Component: MasjidOpenFrame, loader }
}

/** Screens of which one that can't be loaded, or breaks, leaves the bar around it as it is. */
function underBar(...screens: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ScreenFailed, children: screens }]
}

const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/kit', lazy: screen(() => import('../kit/kit-page.tsx')) }]
  : []

const aboutUs = publicScreen(() => import('../about/about-us-page.tsx'))
const memberFrame = memberScreen(() => import('./signed-in-frame.tsx'))

/** Those of the signed in. */
const memberScreens: RouteObject[] = [
  {
    path: patterns.dashboard,
    lazy: memberScreen(() => import('../homes/dashboard-page.tsx')),
  },
  {
    path: patterns.masjidLanding,
    lazy: memberScreen(() => import('../homes/masjid-landing-page.tsx')),
  },
  {
    path: patterns.nearbyMasjids,
    lazy: memberScreen(() => import('../directory/nearby-masjids-page.tsx')),
  },
  {
    path: patterns.nearbyKhateebs,
    lazy: memberScreen(() => import('../proposals/nearby-khateebs-page.tsx')),
  },
  {
    path: patterns.masjidDetails,
    lazy: memberScreen(() => import('../khutbahs/masjid-details-page.tsx')),
  },
  {
    path: patterns.masjidInfo,
    lazy: memberScreen(() => import('../directory/masjid-info-page.tsx')),
  },
  {
    path: patterns.khateebDetails,
    lazy: memberScreen(() => import('../directory/khateeb-details-page.tsx')),
  },
  {
    path: patterns.khutbah,
    lazy: memberScreen(() => import('../khutbahs/khutbah-page.tsx')),
  },
  { path: patterns.aboutMe, lazy: memberScreen(() => import('../directory/about-me-page.tsx')) },
  {
    path: patterns.account,
    lazy: screen(() => import('../identity/account/account-page.tsx'), 'members', 'account'),
  },
  {
    path: patterns.archivedKhutbahs,
    lazy: memberScreen(() => import('../khutbahs/archived-khutbahs-page.tsx')),
  },
  {
    path: patterns.slotHistory,
    lazy: screen(() => import('../audit/slot-history-page.tsx'), 'members', 'account'),
  },
]

/** All screens but the home page: they share what comes with the everyday frame. */
const everyday: RouteObject[] = [
  {
    Component: PublicFrame,
    children: underBar(
      { path: patterns.login, lazy: publicScreen(() => import('../identity/login-page.tsx')) },
      {
        path: patterns.khateebSignup,
        lazy: publicScreen(() => import('../identity/khateeb-signup-page.tsx')),
      },
      {
        path: patterns.masjidSignup,
        lazy: publicScreen(() => import('../identity/masjid-signup-page.tsx')),
      },
      {
        path: patterns.resetPassword,
        lazy: publicScreen(() => import('../identity/reset-password-page.tsx')),
      },
      { path: patterns.verifyEmail, lazy: publicScreen(() => import('../identity/verify-email-page.tsx')) },
      {
        path: patterns.confirmEmail,
        lazy: screen(() => import('../identity/account/confirm-email-page.tsx'), 'account'),
      },
      {
        path: patterns.undoEmailChange,
        lazy: screen(() => import('../identity/account/undo-email-change-page.tsx'), 'account'),
      },
      { path: patterns.homeAboutUs, lazy: aboutUs },
    ),
  },
  {
    lazy: screen(khateebOpenFrame),
    children: underBar({ path: patterns.aboutUs, lazy: aboutUs }),
  },
  {
    lazy: screen(masjidOpenFrame),
    children: underBar({ path: patterns.masjidAboutUs, lazy: aboutUs }),
  },
  { lazy: memberFrame, children: underBar(...memberScreens) },
  ...kit,
]

/** Every screen of the page, each loaded when somebody goes there; the home page has its words with the first load. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Opening,
    children: [
      {
        ErrorBoundary: RootError,
        children: [
          {
            Component: PublicFrame,
            children: underBar(
              { path: patterns.home, lazy: () => import('../home/home-page.tsx') },
              { path: patterns.homeToo, lazy: () => import('../home/home-page.tsx') },
              { path: '*', lazy: screen(() => import('./not-found-page.tsx')) },
            ),
          },
          {
            lazy: screen(() => import('./everyday-frame.tsx')),
            children: everyday,
          },
        ],
      },
    ],
  },
]

loadMemberScreensBy(() => {
  const ofScreens = memberScreens.map(({ lazy }) => lazy)
  // The step to one that can't be loaded says so.
  for (const load of [memberFrame, ...ofScreens, screen(khateebOpenFrame), aboutUs])
    if (typeof load === 'function') load().catch(() => undefined)
})
