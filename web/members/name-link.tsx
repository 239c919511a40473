import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { linkClass } from '../ui/link-class.ts'

interface OneNamed {
  uid: string
  /** Who is suspended has no details, and is named alone. */
  suspended?: boolean
  children: ReactNode
}

/** Underlined, and as tall as a finger needs: padding above and below a word in a line moves nothing around it. */
const look = `py-3.5 ${linkClass}`

/** A khateeb's name, which leads to his details. */
export function KhateebLink({ uid, suspended, children }: OneNamed) {
  return (
    <NameLink to={paths.khateebDetails(uid)} suspended={suspended}>
      {children}
    </NameLink>
  )
}

interface MasjidLinkProps extends OneNamed {
  /** Where it leads: to its details with its khutbahs, or to its address and phone alone. */
  to?: 'details' | 'info'
}

/** A masjid's name, which leads to its details. */
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
    <Link className={look} to={to}>
      <bdi>{children}</bdi>
    </Link>
  )
}
