import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../app/caller.ts'
import { GoBack } from '../../app/go-back.tsx'
import { prefetchForBothRoles } from '../../app/session.ts'
import { useTitle } from '../../app/title.ts'
import { BlockedSection, blockedQuery } from '../../blocking/blocked-section.tsx'
import { isInitialLoad } from '../../members/query-view.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { emailQuery, sessionsQuery } from './account-queries.ts'
import { AccountSkeleton } from './account-skeleton.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Prefetches the screen's queries in parallel with the session. */
export function loader(): null {
  prefetchForBothRoles(() => {
    void queryClient().prefetchQuery(emailQuery)
    void queryClient().prefetchInfiniteQuery(sessionsQuery)
    void queryClient().prefetchInfiniteQuery(blockedQuery)
  })
  return null
}

/** Account settings: e-mail, password, sessions, blocked accounts, data export and deletion. */
export function Component() {
  useTitle(t`Account and security`)
  const email = useQuery(emailQuery)
  const sessions = useInfiniteQuery(sessionsQuery)
  const blocked = useInfiniteQuery(blockedQuery)
  return (
    <div className="mx-auto w-full max-w-prose">
      <PageHeader
        back={<GoBack />}
        title={t`Account and security`}
        lead={t`How you sign in, where you are signed in, and what is kept about you.`}
      />
      {/* One skeleton until all queries have answered, so that the layout doesn't shift. */}
      {[email, sessions, blocked].some(isInitialLoad) ? (
        <AccountSkeleton />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <EmailSection query={email} />
          <PasswordSection />
          <SessionsSection query={sessions} />
          <BlockedSection query={blocked} />
          <DataSection />
          <DeleteSection />
        </div>
      )}
    </div>
  )
}
