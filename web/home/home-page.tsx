import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { useTitle } from '../app/title.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Verse } from '../verse/verse.tsx'
import homeDrawing from './home.svg'

/**
 * The home page, with links to log in or to the dashboard, and to sign up. The HTML is the same for everyone, so it contains the links for
 * each kind of visitor. `data-shown-to` lets a style (`ui/base.css`) show only the link for the role that was last signed in.
 */
export function Component() {
  useTitle()
  const notice = useDeletedAccountNotice()
  return (
    <>
      {notice}
      {/* Not centered vertically: on a slow connection the HTML arrives in pieces, and centered content would move. */}
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-2 md:items-start">
        <div className="mx-auto w-full max-w-72 md:order-last md:max-w-none">
          <Drawing src={homeDrawing} ratio="6/5" />
        </div>
        <div>
          <h1 className="font-display text-3xl font-semibold tracking-tight">{t`Find Your Local Khateeb`}</h1>
          <p className="mt-4 text-lg text-muted">{t`Masjids post their Fridays. Khateebs nearby fill them.`}</p>
          <div className="mt-8 grid gap-3">
            <Link to={paths.login} className={buttonClass({ size: 'large' })} data-shown-to="signed-out">
              {t`Login`}
            </Link>
            <Link
              to={landingPaths.khateeb}
              className={buttonClass({ size: 'large' })}
              data-shown-to="khateeb"
            >
              {t`Go to My Dashboard`}
            </Link>
            <Link to={landingPaths.masjid} className={buttonClass({ size: 'large' })} data-shown-to="masjid">
              {t`Go to My Dashboard`}
            </Link>
            <Link to={paths.khateebSignup} className={buttonClass({ variant: 'secondary', size: 'large' })}>
              {t`Sign Up To Be A Khateeb`}
            </Link>
            <Link to={paths.masjidSignup} className={buttonClass({ variant: 'secondary', size: 'large' })}>
              {t`Sign Up For Your Local Masjid`}
            </Link>
          </div>
          <p className="mt-3 text-center">
            <Link
              to={paths.homeAboutUs}
              className="inline-flex min-h-control items-center text-muted underline underline-offset-4 hover:text-ink"
            >
              {t`About Minbar, and How to Help`}
            </Link>
          </p>
        </div>
        <div className="md:order-last md:col-span-2">
          <Verse />
        </div>
      </div>
    </>
  )
}

/** Returns a notice if the user has just deleted their account. The script of the notice loads only in this case. */
function useDeletedAccountNotice(): ReactNode {
  const { state } = useLocation()
  const [notice, setNotice] = useState<ReactNode>()
  useAfterPaint(() => {
    if (hasDeletedAccount(state)) loadDeletedAccountNotice().then(setNotice, () => undefined)
  })
  return notice
}

async function loadDeletedAccountNotice(): Promise<ReactNode> {
  const { DeletedAccountNotice } = await import('../identity/deleted-account-notice.tsx')
  return <DeletedAccountNotice />
}

function hasDeletedAccount(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accountDeleted' in state
}
