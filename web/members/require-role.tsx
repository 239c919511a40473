import { lazy, type ReactNode, Suspense } from 'react'
import type { Role } from '../../contract/endpoint.ts'
import { useSession } from '../app/session.ts'

const OtherRoleNotice = lazy(() =>
  import('./other-role-notice.tsx').then((it) => ({ default: it.OtherRoleNotice })),
)

/** Renders a screen for users with one role. Users with the other role see a notice in its place. */
export function RequireRole({ who, children }: { who: Role; children: ReactNode }) {
  if (useSession().role === who) return children
  return (
    <Suspense>
      <OtherRoleNotice of={who} />
    </Suspense>
  )
}
