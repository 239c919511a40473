import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { accountInHistory } from '../../contract/khutbah-schemas.ts'
import { paths } from '../../contract/screen-paths.ts'
import { Link } from '../app/link.tsx'
import { linkClass } from '../ui/link-class.ts'

interface NameLinkProps {
  uid: string
  /** Shows the name without a link, because a suspended account has no details screen. */
  suspended?: boolean
  children: ReactNode
}

/** The vertical padding enlarges the touch target. On an inline element it doesn't change the layout. */
const nameLinkClass = `py-3.5 ${linkClass}`

interface KhateebLinkProps extends NameLinkProps {
  /** The slot that is selected on the screen with the khateeb's details. */
  slotId?: string | undefined
}

/** A khateeb's name as a link to his details. */
export function KhateebLink({ uid, slotId, ...name }: KhateebLinkProps) {
  return <NameLink {...name} to={paths.khateebDetails(uid, slotId)} />
}

/** A khateeb in a masjid's history. Shows the name without a link if the account is deleted or suspended. */
export function KhateebInHistory({ khateeb: { uid, name } }: { khateeb: z.infer<typeof accountInHistory> }) {
  return uid === null ? <bdi>{name}</bdi> : <KhateebLink uid={uid}>{name}</KhateebLink>
}

interface MasjidLinkProps extends NameLinkProps {
  /** `details` leads to the screen with the masjid's khutbahs, `info` to the screen without them. */
  to?: 'details' | 'info'
}

/** A masjid's name as a link to its details. */
export function MasjidLink({ uid, to = 'details', ...name }: MasjidLinkProps) {
  return <NameLink {...name} to={to === 'info' ? paths.masjidInfo(uid) : paths.masjidDetails(uid)} />
}

function NameLink({ to, suspended = false, children }: Omit<NameLinkProps, 'uid'> & { to: string }) {
  if (suspended) return <bdi>{children}</bdi>
  return (
    <Link className={nameLinkClass} to={to}>
      <bdi>{children}</bdi>
    </Link>
  )
}
