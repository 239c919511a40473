import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import { loadMemberScreensBy } from '../app/member-screens.ts'
import { type PartOfWords, wordsOf } from '../app/words.ts'
import { Opening } from './opening.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Root } from './root.tsx'
import { RootError } from './root-error.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { type Screen, screens } from './screens.ts'

/** What the module of a screen (or of a frame around screens) exports. */
interface ScreenModule {
  readonly Component: ComponentType
  readonly ErrorBoundary?: ComponentType
  readonly HydrateFallback?: ComponentType
  readonly loader?: LoaderFunction
  readonly shouldRevalidate?: ShouldRevalidateFunction
}

const modules = import.meta.glob<ScreenModule>([
  '../*/*-page.tsx',
  '../identity/account/*-page.tsx',
  '!../{kit,shell}/*',
])

/** Loads a module together with words. */
async function loaded(load: () => Promise<ScreenModule>, ...words: PartOfWords[]): Promise<ScreenModule> {
  const [module] = await Promise.all([load(), ...words.map(wordsOf)])
  return module
}

/** Each screen in a frame is loaded when somebody goes there. */
function screensIn(frame: Screen['frame']): RouteObject[] {
  return Object.entries(screens)
    .filter(([, screen]) => screen.frame === frame)
    .map(([path, { module, words }]) => {
      const load = modules[`../${module}`]
      if (load === undefined) throw new Error(`There is no ${module}.`)
      return { path, lazy: () => (frame === 'first' ? load() : loaded(load, 'everybody', ...words)) }
    })
}

async function khateebOpenFrame(): Promise<ScreenModule> {
  const { KhateebOpenFrame, loader } = await import('./open-frame.tsx')
  return { Component: KhateebOpenFrame, loader }
}

async function masjidOpenFrame(): Promise<ScreenModule> {
  const { MasjidOpenFrame, loader } = await import('./open-frame.tsx')
  return { Component: MasjidOpenFrame, loader }
}

/** Screens of which one that can't be loaded, or breaks, leaves the bar around it as it is. */
function underBar(screens: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ScreenFailed, children: screens }]
}

const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/kit', lazy: () => loaded(() => import('../kit/kit-page.tsx'), 'everybody') }]
  : []

const nothingHere: RouteObject = {
  path: '*',
  lazy: () => loaded(() => import('./not-found-page.tsx'), 'everybody'),
}

const ofKhateebs: RouteObject = {
  lazy: () => loaded(khateebOpenFrame, 'everybody'),
  children: underBar(screensIn('khateeb open')),
}
const ofMasjids: RouteObject = {
  lazy: () => loaded(masjidOpenFrame, 'everybody'),
  children: underBar(screensIn('masjid open')),
}
const memberScreens = screensIn('members')
const ofMembers: RouteObject = {
  lazy: () => loaded(() => import('./signed-in-frame.tsx'), 'everybody', 'members'),
  children: underBar(memberScreens),
}

/** All screens; all but the home page share what comes with the everyday frame. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Opening,
    children: [
      {
        ErrorBoundary: RootError,
        children: [
          { Component: PublicFrame, children: underBar([...screensIn('first'), nothingHere]) },
          {
            lazy: () => loaded(() => import('./everyday-frame.tsx'), 'everybody'),
            children: [
              { Component: PublicFrame, children: underBar(screensIn('public')) },
              ofKhateebs,
              ofMasjids,
              ofMembers,
              ...kit,
            ],
          },
        ],
      },
    ],
  },
]

loadMemberScreensBy(() => {
  // The step to one that can't be loaded says so.
  for (const { lazy } of [ofMembers, ...memberScreens, ofKhateebs, ...screensIn('khateeb open')])
    if (typeof lazy === 'function') lazy().catch(() => undefined)
})
