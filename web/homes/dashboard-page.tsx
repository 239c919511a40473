import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queries } from '../app/caller.ts'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { startFor, useSignedIn } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import {
  firstOfKhateeb,
  firstOfMyKhutbahs,
  type KhateebRecord,
  khateebRecordQuery,
  myKhutbahsQuery,
} from '../directory/records.ts'
import { useGrowing } from '../members/growing.ts'
import { isAwaited, Loaded } from '../members/loaded.tsx'
import { hasNoRecord, NoRecord } from '../members/no-record.tsx'
import { Section } from '../members/section.tsx'
import { CardsSkeleton, RowsSkeleton } from '../members/skeletons.tsx'
import { UnverifiedNotice } from '../members/unverified-notice.tsx'
import { Invites } from '../proposals/invites.tsx'
import { MyUpcoming } from '../proposals/my-upcoming.tsx'
import { SentRequests } from '../proposals/sent-requests.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Said } from '../ui/said.tsx'
import type { ShowMoreProps } from '../ui/show-more.tsx'
import { ClosestMasjids, closestMasjidsQuery, type MasjidCard } from './closest-masjids.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { WaitingLink } from './waiting-link.tsx'

/** Starts what the screen needs, so that it comes beside the session and not after it. */
export function loader(): null {
  startFor({
    khateeb: () => {
      void queries().prefetchQuery(khateebRecordQuery())
      void queries().prefetchQuery(myKhutbahsQuery())
      void queries().prefetchQuery(closestMasjidsQuery)
    },
  })
  return null
}

const invitesId = 'invites'

/** The khateeb's home: what he is confirmed for, who has invited him, which masjids are near. */
export function Component() {
  useTitle(t`Dashboard`)
  const { role } = useSignedIn()
  return role === 'khateeb' ? <DashboardOfKhateeb /> : <NoUser />
}

function NoUser() {
  return <NoRecord text={t`No user data found.`} />
}

function DashboardOfKhateeb() {
  const { asked, more } = useGrowing(
    firstOfKhateeb,
    khateebRecordQuery,
    t`Error fetching user data. Please try again later.`,
  )
  const record = useQuery(khateebRecordQuery(asked))
  return hasNoRecord(record.error) ? <NoUser /> : <Dashboard record={record} more={more} />
}

interface DashboardProps {
  record: UseQueryResult<KhateebRecord>
  /** What the Show more of a list does. */
  more: (list: keyof typeof firstOfKhateeb) => ShowMoreProps
}

function Dashboard({ record, more }: DashboardProps) {
  const session = useSignedIn()
  const mine = useGrowing(
    firstOfMyKhutbahs,
    myKhutbahsQuery,
    t`Error fetching your khutbahs. Please try again later.`,
  )
  const khutbahs = useQuery(myKhutbahsQuery(mine.asked))
  const masjids = useQuery(closestMasjidsQuery)
  const isOnTheWay = [record, khutbahs, masjids].some(isAwaited)
  const name = record.data === undefined ? session.name : `${record.data.firstName} ${record.data.lastName}`
  return (
    <>
      <PageHeader
        title={
          <Trans>
            Assalamu alaikum, <Said words={name} />
          </Trans>
        }
        lead={
          !record.isError && (
            <WaitingLink count={isOnTheWay ? undefined : record.data?.inviteCount} to={invitesId} />
          )
        }
      />
      {isOnTheWay ? (
        <HomeSkeleton side="start" />
      ) : (
        <>
          {record.data?.bio === '' && <Welcome />}
          {record.data?.emailVerified === false && <UnverifiedNotice email={record.data.email} />}
          <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
            <aside aria-label={t`Upcoming Khutbahs`}>
              <Section title={t`Upcoming Khutbahs`}>
                <Loaded
                  query={khutbahs}
                  failed={t`Error fetching your khutbahs. Please try again later.`}
                  skeleton={<RowsSkeleton rows={2} />}
                >
                  {(found) => <MyUpcoming {...found} more={mine.more('khutbahs')} khateeb={name} />}
                </Loaded>
              </Section>
            </aside>
            <DashboardParts record={record} more={more} masjids={masjids} />
          </div>
        </>
      )}
    </>
  )
}

interface DashboardPartsProps extends DashboardProps {
  masjids: UseQueryResult<MasjidCard[]>
}

/** What stands beside the upcoming khutbahs. */
function DashboardParts({ record, more, masjids }: DashboardPartsProps) {
  return (
    <div className="grid min-w-0 gap-6">
      <Loaded
        query={record}
        failed={t`Error fetching user data. Please try again later.`}
        skeleton={<RowsSkeleton rows={1} />}
      >
        {(khateeb) => <Invites id={invitesId} khateeb={khateeb} more={more('invites')} />}
      </Loaded>
      <Section title={t`Masjids Near You`}>
        <Loaded
          query={masjids}
          failed={t`Error fetching nearby masjids. Please try again later.`}
          skeleton={<CardsSkeleton cards={4} />}
        >
          {(found) => <ClosestMasjids masjids={found} />}
        </Loaded>
      </Section>
      {record.data !== undefined && <SentRequests khateeb={record.data} more={more('sentRequests')} />}
    </div>
  )
}

/** As long as masjids can read nothing about him. */
function Welcome() {
  return (
    <div className="mb-6">
      <Notice
        tone="accent"
        title={t`Welcome to Minbar`}
        action={<LinkButton to={paths.aboutMe}>{t`Complete Profile`}</LinkButton>}
      >
        {t`Tell masjids who you are and what you speak about: they read it before they invite you.`}
      </Notice>
    </div>
  )
}
