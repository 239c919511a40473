import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { queryClient } from '../app/caller.ts'
import { GoBack } from '../app/go-back.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { QueryView } from '../members/query-view.tsx'
import { useAfterPaint } from '../ui/after-paint.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { khateebRecordQuery, masjidRecordQuery } from './record-queries.ts'

const loadKhateebProfile = async () => ({ default: (await import('./khateeb-profile.tsx')).KhateebProfile })
const loadMasjidProfile = async () => ({ default: (await import('./masjid-profile.tsx')).MasjidProfile })
const KhateebProfile = lazy(loadKhateebProfile)
const MasjidProfile = lazy(loadMasjidProfile)

/** Prefetches the record in parallel with the session. */
export function loader(): null {
  prefetchForRole({
    khateeb: () => void queryClient().prefetchQuery(khateebRecordQuery()),
    masjid: () => void queryClient().prefetchQuery(masjidRecordQuery()),
  })
  return null
}

/** The user's own profile, to edit. The form's module loads after the first paint, in parallel with the record. */
export function Component() {
  const { role } = useSession()
  return (
    <div className="mx-auto w-full max-w-form md:max-w-prose">
      {role === 'khateeb' ? <AboutKhateeb /> : <AboutMasjid />}
    </div>
  )
}

function AboutKhateeb() {
  useTitle(t`About Me`)
  const record = useQuery(khateebRecordQuery())
  useAfterPaint(
    () =>
      void loadKhateebProfile().catch(() => {
        // Rendering the form imports it again and reports a failure.
      }),
  )
  return (
    <>
      <PageHeader
        title={t`About Me`}
        lead={t`This is how masjids get to know you.`}
        actions={<AccountLink />}
      />
      <QueryView
        query={record}
        failed={t`Error fetching user data. Please try again later.`}
        skeleton={<ProfileSkeleton />}
      >
        {(found) => (
          <Suspense fallback={<ProfileSkeleton />}>
            <KhateebProfile record={found} />
          </Suspense>
        )}
      </QueryView>
    </>
  )
}

function AboutMasjid() {
  useTitle(t`Masjid profile`)
  const record = useQuery(masjidRecordQuery())
  useAfterPaint(
    () =>
      void loadMasjidProfile().catch(() => {
        // Rendering the form imports it again and reports a failure.
      }),
  )
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Masjid profile`}
        lead={t`This is how khateebs find you and reach you.`}
        actions={<AccountLink />}
      />
      <QueryView
        query={record}
        failed={t`Error fetching masjid data. Please try again later.`}
        skeleton={<ProfileSkeleton />}
      >
        {(found) => (
          <Suspense fallback={<ProfileSkeleton />}>
            <MasjidProfile record={found} />
          </Suspense>
        )}
      </QueryView>
    </>
  )
}

function AccountLink() {
  return (
    <LinkButton to={paths.account} variant="secondary">
      {t`Account and security`}
    </LinkButton>
  )
}
