import { t } from '@lingui/core/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { lazyDialog, usePreload } from '../app/lazy-dialog.tsx'
import { lazyPart } from '../app/lazy-part.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { QueryView } from '../members/query-view.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { type KhateebRecord, khateebRecordQuery, masjidRecordQuery } from './record-queries.ts'

const loadKhateebProfile = async () => ({ default: (await import('./khateeb-profile.tsx')).KhateebProfile })
const loadMasjidProfile = async () => ({ default: (await import('./masjid-profile.tsx')).MasjidProfile })
const KhateebProfile = lazy(loadKhateebProfile)
const MasjidProfile = lazy(loadMasjidProfile)
const PublicNameSetting = lazyPart(
  async () => (await import('../schedule/public-name-setting.tsx')).PublicNameSetting,
)
const PublicScheduleDialog = lazyDialog(
  async () => (await import('../schedule/public-schedule-dialog.tsx')).PublicScheduleDialog,
)

/** Prefetches the record in parallel with the session. */
export const loader = () =>
  prefetchForRole({
    khateeb: () => [queryClient().prefetchQuery(khateebRecordQuery())],
    masjid: () => [queryClient().prefetchQuery(masjidRecordQuery())],
  })

/** The user's own profile, to edit. The form's script loads after the first paint, in parallel with the record. */
export function Component() {
  const { role } = useSession()
  return (
    <div className="mx-auto w-full max-w-form md:max-w-prose">
      {role === 'khateeb' ? <AboutKhateeb /> : <AboutMasjid />}
    </div>
  )
}

function AboutKhateeb() {
  return (
    <OwnProfile
      actions={
        <LinkButton to={paths.availability} variant="secondary">
          {t`Availability`}
        </LinkButton>
      }
      title={t`About Me`}
      lead={t`This is how masjids get to know you.`}
      query={useQuery(khateebRecordQuery())}
      failed={t`Error fetching user data. Please try again later.`}
      load={loadKhateebProfile}
      Form={KhateebForms}
    />
  )
}

function KhateebForms({ record }: { record: KhateebRecord }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <KhateebProfile record={record} />
      <PublicNameSetting named={record.namedPublicly} />
    </div>
  )
}

function AboutMasjid() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <OwnProfile
      back={<GoBack />}
      actions={
        <>
          <LinkButton to={paths.members} variant="secondary">
            {t`Members`}
          </LinkButton>
          <LinkButton to={paths.ourKhateebs} variant="secondary">
            {t`Our Khateebs`}
          </LinkButton>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {t`Public Schedule`}
          </Button>
          <PublicScheduleDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </>
      }
      title={t`Masjid Profile`}
      lead={t`This is how khateebs find you and reach you.`}
      query={useQuery(masjidRecordQuery())}
      failed={t`Error fetching masjid data. Please try again later.`}
      load={loadMasjidProfile}
      Form={MasjidProfile}
    />
  )
}

interface OwnProfileProps<OwnRecord> {
  back?: ReactNode
  /** Shown before the link to the account. */
  actions?: ReactNode
  title: string
  lead: string
  query: UseQueryResult<OwnRecord>
  /** The error to show when the record fails to load. */
  failed: string
  /** Loads the form's script. */
  load: () => Promise<unknown>
  Form: ComponentType<{ record: OwnRecord }>
}

function OwnProfile<OwnRecord>(props: OwnProfileProps<OwnRecord>) {
  const { back, actions, title, lead, query, failed, load, Form } = props
  useTitle(title)
  usePreload(load)
  return (
    <>
      <PageHeader
        back={back}
        title={title}
        lead={lead}
        actions={
          <>
            {actions}
            <LinkButton to={paths.account} variant="secondary">
              {t`Account and Security`}
            </LinkButton>
          </>
        }
      />
      <QueryView query={query} failed={failed} skeleton={<ProfileSkeleton />}>
        {(record) => (
          <Suspense fallback={<ProfileSkeleton />}>
            <Form record={record} />
          </Suspense>
        )}
      </QueryView>
    </>
  )
}

/** Placeholder for the profile form. */
function ProfileSkeleton() {
  return (
    <Card>
      <LoadingStatus>
        <span className="grid grid-cols-1 gap-5">
          <span className="grid gap-5 md:grid-cols-2">
            <FieldSkeleton height="h-control" />
            <FieldSkeleton height="h-control" />
          </span>
          <FieldSkeleton hinted height="h-40" />
          <FieldSkeleton hinted height="h-24" />
          <FieldSkeleton hinted height="h-control" />
          <FieldSkeleton height="h-control" />
          <Skeleton className="h-13" />
        </span>
      </LoadingStatus>
    </Card>
  )
}

function FieldSkeleton({ height, hinted = false }: { height: string; hinted?: boolean }) {
  return (
    <span className="grid grid-cols-1 gap-1.5">
      <Skeleton className="h-6 w-28" />
      {hinted && <Skeleton className="h-5 w-64 max-w-full" />}
      <Skeleton className={height} />
    </span>
  )
}
