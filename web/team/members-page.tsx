import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { usePreload } from '../app/lazy-dialog.tsx'
import { lazyPart } from '../app/lazy-part.tsx'
import { prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { QueryView } from '../members/query-view.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { Section } from '../members/section.tsx'
import { SectionSkeleton } from '../members/skeletons.tsx'
import { List } from '../ui/list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LeaveSection } from './leave-section.tsx'
import { membersQuery } from './member-queries.ts'
import { MemberRow } from './member-row.tsx'

const loadOwnerSections = async () => (await import('./owner-sections.tsx')).OwnerSections
const OwnerSections = lazyPart(loadOwnerSections)

/** Prefetches the members in parallel with the session. */
export const loader = () => prefetchForRole({ masjid: () => [queryClient().prefetchQuery(membersQuery)] })

/** The masjid's members. The sections for owners load after the first paint. */
export function Component() {
  usePreload(loadOwnerSections)
  useTitle(t`Members`)
  return (
    <RequireRole who="masjid">
      <div className="mx-auto w-full max-w-prose">
        <PageHeader
          back={<GoBack />}
          title={t`Members`}
          lead={t`The people who act for your masjid. Each signs in with their own email.`}
        />
        <Members />
      </div>
    </RequireRole>
  )
}

function Members() {
  const query = useQuery(membersQuery)
  return (
    <QueryView
      query={query}
      failed={t`Error fetching the members. Please try again later.`}
      skeleton={<SectionSkeleton rows={3} />}
    >
      {({ members, invitations }) => {
        const caller = members.find((it) => it.isCaller)
        if (caller === undefined) return null
        const isOwner = caller.memberRole === 'owner'
        const others = members.filter((it) => !it.isCaller)
        const isOnlyOwner = isOwner && !others.some((it) => it.memberRole === 'owner')
        return (
          <div className="grid grid-cols-1 gap-6">
            <Section title={t`Members`}>
              <List>
                {members.map((member) => (
                  <MemberRow key={member.personId} member={member} isManaged={isOwner} />
                ))}
              </List>
              {others.length === 0 && (
                <p className="mt-4 text-muted">
                  {t`You are the only member. Invite a second owner, so that your masjid never depends on one person.`}
                </p>
              )}
            </Section>
            {isOwner && (
              <Suspense fallback={<SectionSkeleton rows={2} />}>
                <OwnerSections others={others} invitations={invitations} />
              </Suspense>
            )}
            <LeaveSection isOnlyOwner={isOnlyOwner} />
          </div>
        )
      }}
    </QueryView>
  )
}
