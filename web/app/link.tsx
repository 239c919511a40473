import type { ComponentProps } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router'
import { pathForCurrentParty } from './acting-party.ts'

/** A link to a screen of this site. The new screen acts for the same party as the current one. */
export function Link({ to, ...link }: ComponentProps<typeof RouterLink> & { to: string }) {
  return <RouterLink {...link} to={usePathForCurrentParty(to)} />
}

/** Like `Link`, but has `aria-current="page"` if it leads to the current screen. */
export function NavLink({ to, ...link }: ComponentProps<typeof RouterNavLink> & { to: string }) {
  return <RouterNavLink {...link} to={usePathForCurrentParty(to)} />
}

/** Returns a path of this site with the acting party of the current screen. */
export function usePathForCurrentParty(path: string): string {
  return pathForCurrentParty(path, useLocation().search)
}
