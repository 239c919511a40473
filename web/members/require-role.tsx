import { lazy, type ReactNode, Suspense } from 'react'
import type { Role } from '../../contract/endpoint.ts'
import { useSession } from '../app/session.ts'

const OtherRoleNotice = lazy(() =>
  import('./other-role-notice.tsx').then((it) => ({ default: it.OtherRoleNotice })),
)

/** A screen for one role. Members of the other role can open its address, and see that it isn't for them. */
export function RequireRole({ who, children }: { who: Role; children: ReactNode }) {
  if (useSession().role === who) return children
  return (
    <Suspense>
      <OtherRoleNotice of={who} />
    </Suspense>
  )
}
