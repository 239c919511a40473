import type { RenderMode } from '../contract/rendered-screen.ts'
import { patterns } from '../contract/screen-paths.ts'
import { fileOf } from './screen-files.ts'
import { loadOtherRoutes } from './shell/load-other-routes.ts'
import { frameModules, notFoundScreen, type Screen, screens } from './shell/screens.ts'

interface ScreenDocument {
  /** A route pattern. */
  readonly pattern: string
  /** The modules that the browser loads in addition to the first chunk, relative to this folder. */
  readonly modules: readonly string[]
  readonly renderMode: RenderMode
}

/** For each frame: the modules that its screens load besides their own, and how its screens are first rendered. */
const frames = {
  home: { loads: [], renderMode: 'prerendered' },
  public: { loads: [loadOtherRoutes, frameModules.app], renderMode: 'prerendered' },
  'optional session': {
    loads: [loadOtherRoutes, frameModules.app, frameModules.optionalSession],
    renderMode: 'rendered for anyone',
  },
  members: {
    loads: [loadOtherRoutes, frameModules.app, frameModules.signedIn],
    renderMode: 'rendered for members',
  },
} as const satisfies Record<Screen['frame'], object>

/** The screens that are rendered only in the browser, because they have forms or show times in the viewer's time zone. */
const inBrowser: readonly string[] = [
  patterns.aboutMe,
  patterns.availability,
  patterns.ourKhateebs,
  patterns.members,
  patterns.account,
]

/** The documents of all screens. */
export const documents: readonly ScreenDocument[] = Object.entries(screens).map(([pattern, screen]) => {
  const { loads, renderMode } = frames[screen.frame]
  return {
    pattern,
    modules: [
      ...loads.map(fileOf),
      ...(screen.frame === 'home' ? [] : wordsOf('shared', ...screen.catalogs)),
      fileOf(screen.load),
    ],
    renderMode: inBrowser.includes(pattern) ? 'preloaded for members' : renderMode,
  }
})

/** The document for all unknown addresses. The build renders it at its pattern, which is an example of an unknown address. */
export const notFound: ScreenDocument = {
  pattern: '/not-found',
  modules: [fileOf(loadOtherRoutes), ...wordsOf('shared'), fileOf(notFoundScreen)],
  renderMode: 'prerendered',
}

function wordsOf(...catalogs: readonly string[]): string[] {
  return catalogs.map((name) => `words/${name}.en.po`)
}
