import { everyScreen } from '../browser/sample-screens.ts'
import { khateebScreens } from './screens-of-khateeb.ts'
import { masjidScreens } from './screens-of-masjid.ts'
import { signedOutScreens } from './screens-signed-out.ts'
import type { ScreenshotCase } from './screenshot-case.ts'

/** The screens of the page without special data or actions, named after the first part of their address. */
const plainScreens: readonly ScreenshotCase[] = everyScreen.map(
  ({ pattern, visitorKinds: [viewer], addressFor }) => ({
    name: pattern.split('/')[1] || 'home',
    viewer,
    path: ({ masjid, khateeb, friday }) =>
      addressFor({ masjidUid: masjid.uid, khateebUid: khateeb.uid, date: friday }),
  }),
)

const screensInStates = [...signedOutScreens, ...khateebScreens, ...masjidScreens]

/** All screens to take screenshots of. A screen in `screensInStates` replaces the screen with the same name in `plainScreens`. */
export const allScreens: readonly ScreenshotCase[] = [
  ...new Map([...plainScreens, ...screensInStates].map((screen) => [screen.name, screen])).values(),
]
