import { t } from '@lingui/core/macro'
import { Info, LayoutDashboard, LogOut, type LucideIcon, UserRound } from 'lucide-react'
import { memo, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '../../contract/endpoint.ts'
import { signOut } from '../../contract/identity.ts'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { Link, NavLink } from '../app/link.tsx'
import type { Session } from '../app/session.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { useModuleAfterPaint } from '../ui/after-paint.ts'
import { Wordmark } from '../ui/wordmark.tsx'

interface BarLink {
  readonly to: string
  readonly icon: LucideIcon
  readonly text: string
}

function barLinksOf(role: Role): readonly BarLink[] {
  const dashboard = { to: landingPaths[role], icon: LayoutDashboard, text: t`Dashboard` }
  if (role === 'masjid') return [dashboard, { to: paths.masjidAboutUs, icon: Info, text: t`About Us` }]
  return [
    dashboard,
    { to: paths.aboutMe, icon: UserRound, text: t`About Me` },
    { to: paths.aboutUs, icon: Info, text: t`About Us` },
  ]
}

/** On a phone the font size is limited in vw, so that four items fit side by side even in a wide font. */
const itemClass =
  'relative flex h-full min-h-control w-full flex-col items-center justify-center gap-0.5 rounded-control px-0.5 text-center text-[length:min(0.875rem,4.5vw)] leading-tight font-medium text-muted hover:text-ink before:absolute before:top-0 before:h-0.75 before:w-8 before:rounded-full aria-[current=page]:text-accent aria-[current=page]:before:bg-accent md:h-control md:flex-row md:gap-2 md:px-3 md:text-base md:before:top-auto md:before:-bottom-2 md:before:inset-x-3 md:before:w-auto md:hover:bg-accent-soft md:hover:text-accent-strong'

const PartySwitcher = lazyPart(
  async () => (await import('../members/party-switcher.tsx')).PartySwitcher,
  // If the script fails to load, the bar shows nothing, because it has no room for an error message.
  () => null,
)

/** Memoized, because a render before the script has loaded would replace the server's HTML. A press at that moment would be lost. */
const LazyPartySwitcher = memo(({ session }: { session: Session }) => (
  <Suspense>
    <PartySwitcher {...session} />
  </Suspense>
))

/** The bell. If its script fails to load, the bar has no bell. */
function LazyBell() {
  const loaded = useModuleAfterPaint(() => import('../news/bell.tsx'))
  return loaded && <loaded.Bell />
}

/** Renders `MemberEffects` after the first paint. If their script fails to load, screens have no live updates. */
function LazyMemberEffects() {
  const loaded = useModuleAfterPaint(() => import('./member-effects.tsx'))
  return loaded && <loaded.MemberEffects />
}

/** The navigation bar of a signed-in user: at the bottom on a phone, within the thumb's reach, otherwise at the top. */
export function SignedInBar({ session }: { session: Session }) {
  const { role, parties } = session
  return (
    <header className="md:sticky md:top-0 md:z-20 md:border-b md:border-line md:bg-page">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-2 px-gutter md:h-bar md:flex-nowrap md:gap-4">
        <Link
          to={landingPaths[role]}
          className="flex min-h-control items-center rounded-control pt-2 md:pt-0"
          aria-label={t`Minbar, dashboard`}
        >
          <Wordmark />
        </Link>
        {parties.length > 1 && <LazyPartySwitcher session={session} />}
        {/* Reserves the space of the bell until it has loaded. */}
        <div className="mt-2 ms-auto size-control shrink-0 md:mt-0">
          <LazyBell />
        </div>
        <nav
          aria-label={t`Main`}
          className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:static md:border-0 md:bg-transparent md:pb-0"
        >
          {/* All items have the same width, unless a word is too long for its item. */}
          <ul className="mx-auto grid h-bar max-w-form auto-cols-[1fr] grid-flow-col md:flex md:h-auto md:max-w-none md:gap-1">
            {barLinksOf(role).map(({ to, icon: Icon, text }) => (
              <li key={to}>
                <NavLink className={itemClass} to={to}>
                  <Icon className="size-5 shrink-0" />
                  {text}
                </NavLink>
              </li>
            ))}
            <li>
              <Logout />
            </li>
          </ul>
        </nav>
      </div>
      <LazyMemberEffects />
    </header>
  )
}

const logOut: Action<void> = {
  run: () => call(signOut, {}),
  failed: () => ({ text: t`Failed to log out. Please try again.`, reason: undefined }),
  endsSession: true,
}

function Logout() {
  const navigate = useNavigate()
  const { mutate, isPending } = useAction(logOut, { onDone: () => navigate(paths.login) })
  return (
    <button
      type="button"
      className={itemClass}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      <LogOut className="size-5 shrink-0 rtl:-scale-x-100" />
      {t`Logout`}
    </button>
  )
}
