import type { CatalogName } from '../app/i18n.ts'
import { patterns } from '../app/paths.ts'

/** The layout around a screen. `first` is the home page's, kept light: it has only the bar. */
type Frame = 'first' | 'public' | 'khateeb optional session' | 'masjid optional session' | 'members'

export interface Screen {
  /** Its file in `web/`. */
  readonly module: string
  readonly frame: Frame
  /** The message catalogs that it needs in addition to those of every screen. */
  readonly catalogs: readonly CatalogName[]
  /** Rendered only in the browser, since it has forms or shows times in the viewer's time zone. */
  readonly inBrowser?: true
}

const first: Screen = { module: 'home/home-page.tsx', frame: 'first', catalogs: [] }

/** A public screen that looks the same for all users. */
const publicScreen = (module: string, ...catalogs: readonly CatalogName[]): Screen => ({
  module,
  frame: 'public',
  catalogs: catalogs.length > 0 ? catalogs : ['visitors'],
})

/** A public screen that shows the user's own bar if signed in. */
const optionalSessionScreen = (
  module: string,
  frame: 'khateeb optional session' | 'masjid optional session',
): Screen => ({
  module,
  frame,
  catalogs: ['visitors'],
})

/** A screen that requires a session. */
const memberScreen = (module: string, ...catalogs: readonly CatalogName[]): Screen => ({
  module,
  frame: 'members',
  catalogs: ['members', ...catalogs],
})

/** The screen of each route pattern. Routes, documents and tests are derived from this table. */
export const screens: Readonly<Record<(typeof patterns)[keyof typeof patterns], Screen>> = {
  [patterns.home]: first,
  [patterns.homeAlias]: first,
  [patterns.login]: publicScreen('identity/login-page.tsx'),
  [patterns.khateebSignup]: publicScreen('identity/khateeb-signup-page.tsx'),
  [patterns.masjidSignup]: publicScreen('identity/masjid-signup-page.tsx'),
  [patterns.resetPassword]: publicScreen('identity/reset-password-page.tsx'),
  [patterns.verifyEmail]: publicScreen('identity/verify-email-page.tsx'),
  [patterns.confirmEmail]: publicScreen('identity/account/confirm-email-page.tsx', 'account'),
  [patterns.undoEmailChange]: publicScreen('identity/account/undo-email-change-page.tsx', 'account'),
  [patterns.homeAboutUs]: publicScreen('about/about-us-page.tsx'),
  [patterns.aboutUs]: optionalSessionScreen('about/about-us-page.tsx', 'khateeb optional session'),
  [patterns.masjidAboutUs]: optionalSessionScreen('about/about-us-page.tsx', 'masjid optional session'),
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
