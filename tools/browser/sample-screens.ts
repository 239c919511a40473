import type { Role } from '../../contract/endpoint.ts'
import { paths, routePatterns } from '../../contract/screen-paths.ts'
import { type Screen, screens } from '../../web/shell/screens.ts'

/** The kind of visitor who opens a screen: a signed-in khateeb or masjid, or a signed-out visitor. */
export type VisitorKind = Role | 'signedOut'

/** The values for the parameters in the addresses of screens. */
interface Samples {
  readonly masjidUid: string
  readonly khateebUid: string
  /** The date of a khutbah, YYYY-MM-DD. */
  readonly date: string
}

interface SampleScreen {
  /** The route pattern of the screen. */
  readonly pattern: string
  /**
   * The kinds of visitors who can open the screen, the most usual first. A screen for members has both roles, unless it shows an error to
   * one of them.
   */
  readonly visitorKinds: readonly [VisitorKind, ...VisitorKind[]]
  readonly addressFor: (samples: Samples) => string
}

/** All screens of the page, for tests, screenshots and benchmarks. */
export const everyScreen: readonly SampleScreen[] = Object.entries(screens).map(([pattern, screen]) => ({
  pattern,
  visitorKinds: visitorKindsOf(screen),
  addressFor: (samples) => addressFor(pattern, samples),
}))

function visitorKindsOf({ frame, onlyFor }: Screen): SampleScreen['visitorKinds'] {
  if (onlyFor !== undefined) return [onlyFor]
  if (frame === 'members') return ['khateeb', 'masjid']
  return frame === 'optional session' ? ['khateeb', 'masjid', 'signedOut'] : ['signedOut']
}

function addressFor(pattern: string, { masjidUid, khateebUid, date }: Samples): string {
  const addresses: Readonly<Record<string, string>> = {
    [routePatterns.masjidDetails]: paths.masjidDetails(masjidUid),
    [routePatterns.masjidInfo]: paths.masjidInfo(masjidUid),
    [routePatterns.khateebDetails]: paths.khateebDetails(khateebUid),
    [routePatterns.khutbah]: paths.khutbah(date, masjidUid),
  }
  const address = addresses[pattern] ?? pattern
  if (address.includes(':')) throw new Error(`Please add an address for ${pattern}.`)
  return address
}
