import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { LinkButton } from '../app/link-button.tsx'
import { landings, paths } from '../app/paths.ts'
import { useTitle } from '../app/title.ts'
import { loadCatalog } from '../app/i18n.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Verse } from '../verse/verse.tsx'
import homeDrawing from './home.svg'

/** The landing page: what this is, and the two ways in. */
export function Component() {
  useTitle()
  const lastWord = useLastWord()
  return (
    <>
      {lastWord}
      {/* Nothing stands in the middle of what comes after it: a slow line brings the page in pieces. */}
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 md:grid-cols-2 md:items-start">
        <div className="mx-auto w-full max-w-72 md:order-last md:max-w-none">
          <Drawing src={homeDrawing} ratio="6/5" />
        </div>
        <div>
          <h1 className="font-display text-3xl font-semibold tracking-tight">{t`Find Your Local Khateeb`}</h1>
          <p className="mt-4 text-lg text-muted">{t`Masjids post their Fridays. Khateebs nearby fill them.`}</p>
          <div className="mt-8 grid gap-3">
            <LinkButton to={paths.login} size="large" wide data-shown-to="signed-out">
              {t`Login`}
            </LinkButton>
            <LinkButton to={landings.khateeb} size="large" wide data-shown-to="khateeb">
              {t`Go to my dashboard`}
            </LinkButton>
            <LinkButton to={landings.masjid} size="large" wide data-shown-to="masjid">
              {t`Go to my dashboard`}
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
    </>
  )
}

/** What is said to whoever comes here from deleting the account; nobody else loads it. */
function useLastWord(): ReactNode {
  const { state } = useLocation()
  const [lastWord, setLastWord] = useState<ReactNode>()
  useAfterPaint(() => {
    if (hasLeft(state)) loadLastWord().then(setLastWord, () => undefined)
  })
  return lastWord
}

async function loadLastWord(): Promise<ReactNode> {
  const [{ DeletedAccountNotice }] = await Promise.all([import('../identity/deleted-account-notice.tsx'), loadCatalog('everybody')])
  return <DeletedAccountNotice />
}

function hasLeft(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'hasLeft' in state
}
