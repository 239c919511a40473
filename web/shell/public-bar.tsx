import { t } from '@lingui/core/macro'
import { use, useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { Role } from '../../contract/endpoint.ts'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { SettingsContext } from '../app/settings.ts'
import { MenuButton } from '../ui/menu-button.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

const itemClass =
  'flex min-h-control items-center rounded-control font-medium md:px-3 hover:bg-accent-soft hover:text-accent-strong aria-[current=page]:text-accent'

interface BarLink {
  readonly to: string
  readonly text: string
  /** Shows the link only to users with this remembered role, or only to signed-out visitors (see ui/base.css). */
  readonly shownTo?: Role | 'signed-out'
  /** Whether the link leads to another site. Such a link opens in a new tab. */
  readonly external?: boolean
}

function publicLinks(infoSiteUrl: string | undefined): readonly BarLink[] {
  return [
    { to: paths.login, text: t`Login`, shownTo: 'signed-out' },
    { to: landingPaths.khateeb, text: t`Dashboard`, shownTo: 'khateeb' },
    { to: landingPaths.masjid, text: t`Dashboard`, shownTo: 'masjid' },
    { to: paths.khateebSignup, text: t`Khateeb Sign Up` },
    { to: paths.masjidSignup, text: t`Masjid Sign Up` },
    infoSiteUrl === undefined
      ? { to: paths.homeAboutUs, text: t`About Us` }
      : { to: infoSiteUrl, text: t`About Us`, external: true },
  ]
}

/**
 * The navigation bar of public screens: at the bottom on a phone, within the thumb's reach, otherwise at the top.
 * @param links replaces the default links, on the About Us screen for masjids
 */
export function PublicBar({ links }: { links?: readonly BarLink[] }) {
  const { infoSiteUrl } = use(SettingsContext)
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const bar = useRef<HTMLElement>(null)
  const listId = useId()
  // The menu is open for one history entry, so navigating closes it.
  const isOpen = openAt === key

  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => setOpenAt(undefined)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      bar.current?.querySelector('button')?.focus()
    }
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && bar.current?.contains(event.target) === false) close()
    }
    const listeners = new AbortController()
    document.addEventListener('keydown', onKeyDown, listeners)
    document.addEventListener('pointerdown', onPointerDown, listeners)
    return () => listeners.abort()
  }, [isOpen])

  return (
    <header
      ref={bar}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:sticky md:top-0 md:bottom-auto md:border-t-0 md:border-b md:bg-page md:pb-0"
    >
      <nav
        aria-label={t`Main`}
        className="mx-auto flex h-bar max-w-page items-center justify-between gap-2 px-gutter"
      >
        <HomeLink />
        {/* The menu button is before its list in the document, so that the next press of Tab goes to the list. */}
        <div className="md:hidden">
          <MenuButton
            isOpen={isOpen}
            onToggle={() => setOpenAt(isOpen ? undefined : key)}
            controls={listId}
          />
        </div>
        <ul
          id={listId}
          className={`absolute inset-x-0 bottom-full rounded-t-card border-t border-line bg-surface px-gutter py-2 shadow-raised md:static md:flex md:items-center md:gap-1 md:border-0 md:bg-transparent md:p-0 md:shadow-none ${isOpen ? 'animate-appear' : 'max-md:hidden'}`}
        >
          {(links ?? publicLinks(infoSiteUrl)).map(({ to, text, shownTo, external = false }) => (
            <li key={to} data-shown-to={shownTo}>
              {external ? (
                <a className={itemClass} href={to} target="_blank" rel="noreferrer">
                  {text}
                </a>
              ) : (
                <NavLink className={itemClass} to={to}>
                  {text}
                </NavLink>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

/** The logo as a link to the home page. */
export function HomeLink() {
  return (
    <Link
      to={paths.home}
      className="flex min-h-control items-center rounded-control"
      aria-label={t`Minbar, home`}
    >
      <Wordmark />
    </Link>
  )
}
