import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { linkClass } from '../ui/link-class.ts'

interface OneNamed {
  uid: string
  /** Shows the name without a link, since a suspended account has no details screen. */
  suspended?: boolean
  children: ReactNode
}

/** The vertical padding enlarges the touch target. On an inline element it doesn't change the layout. */
const nameLinkClass = `py-3.5 ${linkClass}`

/** A khateeb's name as a link to their details. */
export function KhateebLink({ uid, suspended, children }: OneNamed) {
  return (
    <NameLink to={paths.khateebDetails(uid)} suspended={suspended}>
      {children}
    </NameLink>
  )
}

interface MasjidLinkProps extends OneNamed {
  /** `details` is the screen with the masjid's khutbahs, `info` the one with only its address and phone. */
  to?: 'details' | 'info'
}

/** A masjid's name as a link to its details. */
export function MasjidLink({ uid, suspended, to = 'details', children }: MasjidLinkProps) {
  return (
    <NameLink to={to === 'info' ? paths.masjidInfo(uid) : paths.masjidDetails(uid)} suspended={suspended}>
      {children}
    </NameLink>
  )
}

interface Named {
  to: string
  suspended: boolean | undefined
  children: ReactNode
}

function NameLink({ to, suspended = false, children }: Named) {
  if (suspended) return <bdi>{children}</bdi>
  return (
    <Link className={nameLinkClass} to={to}>
      <bdi>{children}</bdi>
    </Link>
  )
}
