import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { linkClass } from '../ui/link-class.ts'

interface NameLinkProps {
  uid: string
  children: ReactNode
}

/** Underlined, and as tall as a finger needs: padding above and below a word in a line moves nothing around it. */
const look = `py-3.5 ${linkClass}`

/** A khateeb's name, which leads to his details. */
export function KhateebLink({ uid, children }: NameLinkProps) {
  return (
    <Link className={look} to={paths.khateebDetails(uid)}>
      <bdi>{children}</bdi>
    </Link>
  )
}

interface MasjidLinkProps extends NameLinkProps {
  /** Where it leads: to its details with its khutbahs, or to its address and phone alone. */
  to?: 'details' | 'info'
}

/** A masjid's name, which leads to its details. */
export function MasjidLink({ uid, to = 'details', children }: MasjidLinkProps) {
  return (
    <Link className={look} to={to === 'info' ? paths.masjidInfo(uid) : paths.masjidDetails(uid)}>
      <bdi>{children}</bdi>
    </Link>
  )
}
