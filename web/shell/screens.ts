import { patterns } from '../app/paths.ts'
import type { CatalogName } from '../app/i18n.ts'

/** What stands around a screen: for the home page nothing but its bar, so that it loads little. */
type Frame = 'first' | 'public' | 'khateeb open' | 'masjid open' | 'members'

export interface Screen {
  /** Its file in `web/`. */
  readonly module: string
  readonly frame: Frame
  /** The parts of the words that it needs beside those of every screen. */
  readonly words: readonly CatalogName[]
  /** What is typed into, or told by the viewer's own clock, is rendered in the browser only. */
  readonly inBrowser?: true
}

const first: Screen = { module: 'home/home-page.tsx', frame: 'first', words: [] }

/** Anyone may open it, and it is the same for everybody. */
const publicScreen = (module: string, ...words: readonly CatalogName[]): Screen => ({
  module,
  frame: 'public',
  words: words.length > 0 ? words : ['visitors'],
})

/** Anyone may open it, under the bar of whoever does. */
const openScreen = (module: string, frame: 'khateeb open' | 'masjid open'): Screen => ({
  module,
  frame,
  words: ['visitors'],
})

const memberScreen = (module: string, ...words: readonly CatalogName[]): Screen => ({
  module,
  frame: 'members',
  words: ['members', ...words],
})

/** Every screen by the pattern of its address: routes, documents, words and tests come from here. */
export const screens: Readonly<Record<(typeof patterns)[keyof typeof patterns], Screen>> = {
  [patterns.home]: first,
  [patterns.homeToo]: first,
  [patterns.login]: publicScreen('identity/login-page.tsx'),
  [patterns.khateebSignup]: publicScreen('identity/khateeb-signup-page.tsx'),
  [patterns.masjidSignup]: publicScreen('identity/masjid-signup-page.tsx'),
  [patterns.resetPassword]: publicScreen('identity/reset-password-page.tsx'),
  [patterns.verifyEmail]: publicScreen('identity/verify-email-page.tsx'),
  [patterns.confirmEmail]: publicScreen('identity/account/confirm-email-page.tsx', 'account'),
  [patterns.undoEmailChange]: publicScreen('identity/account/undo-email-change-page.tsx', 'account'),
  [patterns.homeAboutUs]: publicScreen('about/about-us-page.tsx'),
  [patterns.aboutUs]: openScreen('about/about-us-page.tsx', 'khateeb open'),
  [patterns.masjidAboutUs]: openScreen('about/about-us-page.tsx', 'masjid open'),
  [patterns.dashboard]: memberScreen('dashboards/dashboard-page.tsx'),
  [patterns.masjidLanding]: memberScreen('dashboards/masjid-landing-page.tsx'),
  [patterns.nearbyMasjids]: memberScreen('directory/nearby-masjids-page.tsx'),
  [patterns.nearbyKhateebs]: memberScreen('proposals/nearby-khateebs-page.tsx'),
  [patterns.masjidDetails]: memberScreen('khutbahs/masjid-details-page.tsx'),
  [patterns.masjidInfo]: memberScreen('directory/masjid-info-page.tsx'),
  [patterns.khateebDetails]: memberScreen('directory/khateeb-details-page.tsx'),
  [patterns.khutbah]: memberScreen('khutbahs/khutbah-page.tsx'),
  [patterns.archivedKhutbahs]: memberScreen('khutbahs/archived-khutbahs-page.tsx'),
  [patterns.slotHistory]: memberScreen('audit/slot-history-page.tsx', 'account'),
  [patterns.aboutMe]: { ...memberScreen('directory/about-me-page.tsx'), inBrowser: true },
  [patterns.account]: { ...memberScreen('identity/account/account-page.tsx', 'account'), inBrowser: true },
}
