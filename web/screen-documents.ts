import type { RenderMode } from '../contract/rendered-screen.ts'
import { routePatterns } from '../contract/screen-paths.ts'
import { fileOf } from './screen-files.ts'
import { loadOtherRoutes } from './shell/load-other-routes.ts'
import { frameLoaders, loadNotFoundScreen, type Screen, screens } from './shell/screens.ts'

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
  public: { loads: [loadOtherRoutes, frameLoaders.app], renderMode: 'prerendered' },
  'optional session': {
    loads: [loadOtherRoutes, frameLoaders.app, frameLoaders.optionalSession],
    renderMode: 'rendered for anyone',
  },
  members: {
    loads: [loadOtherRoutes, frameLoaders.app, frameLoaders.signedIn],
    renderMode: 'rendered for members',
  },
} as const satisfies Record<Screen['frame'], object>

/** The screens that are rendered only in the browser, because they have forms or show times in the viewer's time zone. */
const browserRenderedPatterns: readonly string[] = [
  routePatterns.aboutMe,
  routePatterns.availability,
  routePatterns.ourKhateebs,
  routePatterns.members,
  routePatterns.account,
]

/** The documents of all screens. */
export const documents: readonly ScreenDocument[] = Object.entries(screens).map(([pattern, screen]) => {
  const { loads, renderMode } = frames[screen.frame]
  return {
    pattern,
    modules: [
      ...loads.map(fileOf),
      ...(screen.frame === 'home' ? [] : catalogFilesOf('shared', ...screen.catalogs)),
      fileOf(screen.load),
    ],
    renderMode: browserRenderedPatterns.includes(pattern) ? 'preloaded for members' : renderMode,
  }
})

/** The document for all unknown addresses. The build renders this document at its pattern, which is an example of an unknown address. */
export const notFoundDocument: ScreenDocument = {
  pattern: '/not-found',
  modules: [fileOf(loadOtherRoutes), ...catalogFilesOf('shared'), fileOf(loadNotFoundScreen)],
  renderMode: 'prerendered',
}

function catalogFilesOf(...catalogs: readonly string[]): string[] {
  return catalogs.map((name) => `words/${name}.en.po`)
}
