import type { Role } from '../../contract/endpoint.ts'
import { paths, patterns } from '../../contract/screen-paths.ts'
import { type Screen, screens } from '../../web/shell/screens.ts'

/** Who opens a screen. */
export type Viewer = Role | 'signedOut'

/** The parameters of the screens' addresses. */
interface Samples {
  readonly masjidUid: string
  readonly khateebUid: string
  /** YYYY-MM-DD. */
  readonly date: string
}

interface SampleScreen {
  /** Its route pattern. */
  readonly pattern: string
  /** Who can open it, first the usual viewer. A screen for members lists both roles, unless it shows an error to one of them. */
  readonly viewers: readonly [Viewer, ...Viewer[]]
  readonly addressFor: (samples: Samples) => string
}

/** Every screen of the page, for tests, pictures and benchmarks. */
export const everyScreen: readonly SampleScreen[] = Object.entries(screens).map(([pattern, screen]) => ({
  pattern,
  viewers: viewersOf(screen),
  addressFor: (samples) => addressFor(pattern, samples),
}))

function viewersOf({ frame, onlyFor }: Screen): SampleScreen['viewers'] {
  if (onlyFor !== undefined) return [onlyFor]
  if (frame === 'members') return ['khateeb', 'masjid']
  return frame === 'optional session' ? ['khateeb', 'masjid', 'signedOut'] : ['signedOut']
}

function addressFor(pattern: string, { masjidUid, khateebUid, date }: Samples): string {
  const addresses: Readonly<Record<string, string>> = {
    [patterns.masjidDetails]: paths.masjidDetails(masjidUid),
    [patterns.masjidInfo]: paths.masjidInfo(masjidUid),
    [patterns.khateebDetails]: paths.khateebDetails(khateebUid),
    [patterns.khutbah]: paths.khutbah(date, masjidUid),
  }
  const address = addresses[pattern] ?? pattern
  if (address.includes(':')) throw new Error(`Please add an address for ${pattern}.`)
  return address
}
