import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { useTitle } from '../app/title.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Verse } from '../verse/verse.tsx'
import homeDrawing from './home.svg'

/** The landing page: what this is, and the two ways in. */
export function Component() {
  useTitle()
  return (
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-2 md:items-center">
      <div className="mx-auto w-full max-w-96 md:order-last md:max-w-none">
        <Drawing src={homeDrawing} ratio="6/5" />
      </div>
      <div>
        <h1 className="font-display text-3xl font-semibold tracking-tight">{t`Find Your Local Khateeb`}</h1>
        <p className="mt-4 text-lg text-muted">{t`Masjids post their Fridays. Khateebs nearby fill them.`}</p>
        <div className="mt-8 grid gap-3">
          <LinkButton to={paths.login} size="large" wide>
            {t`Login`}
          </LinkButton>
          <LinkButton to={paths.khateebSignup} variant="secondary" size="large" wide>
            {t`Sign Up To Be A Khateeb`}
          </LinkButton>
          <LinkButton to={paths.masjidSignup} variant="secondary" size="large" wide>
            {t`Sign Up For Your Local Masjid`}
          </LinkButton>
        </div>
        <p className="mt-3 text-center">
          <Link
            to={paths.homeAboutUs}
            className="inline-flex min-h-control items-center text-muted underline underline-offset-4 hover:text-ink"
          >
            {t`About Minbar, and how to help`}
          </Link>
        </p>
      </div>
      <div className="md:order-last md:col-span-2">
        <Verse />
      </div>
    </div>
  )
}
