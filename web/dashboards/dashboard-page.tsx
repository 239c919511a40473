import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Inbox } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { lingui } from '../app/i18n.ts'
import { lazyPanel, useArePanelsLoaded } from '../app/lazy-panel.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import {
  type KhateebRecord,
  khateebListLimits,
  khateebRecordQuery,
  type MyKhutbah,
  myKhutbahsListLimits,
  myKhutbahsQuery,
} from '../directory/record-queries.ts'
import { UnverifiedNotice } from '../members/email-confirmation.tsx'
import { isInitialLoad, QueryView } from '../members/query-view.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { Section, SectionLink } from '../members/section.tsx'
import { useShowMoreLists } from '../members/show-more-lists.ts'
import { ClosestMasjidsSkeleton, DashboardSkeleton, RowsSkeleton } from '../members/skeletons.tsx'
import { MissingRowNotice } from '../members/target-row.tsx'
import { minListLengths } from '../members/use-target-row.ts'
import { Invites, SentRequests } from '../proposals/khateeb-proposals.tsx'
import { MyUpcomingKhutbahs } from '../proposals/my-upcoming-khutbahs.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { UserText } from '../ui/user-text.tsx'
import { messages } from '../words/khateeb-home.en.po'
import { closestMasjidsQuery } from './closest-masjids-query.ts'
import { KhateebSlotsUnderWay } from './khateeb-slots-under-way.tsx'
import { NextTask } from './next-task.tsx'
import { openSlotsQuery } from './open-slots-query.ts'

lingui.load('en', messages)

/** Prefetches the screen's data in parallel with the session. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const { search } = new URL(request.url)
  return prefetchForRole({
    khateeb: () => [
      queryClient().prefetchQuery(khateebRecordQuery(minListLengths(search, khateebListLimits))),
      queryClient().prefetchQuery(myKhutbahsQuery(minListLengths(search, myKhutbahsListLimits))),
      queryClient().prefetchQuery(closestMasjidsQuery),
      queryClient().prefetchQuery(openSlotsQuery),
    ],
  })
}

const loadNextKhutbah = async () => (await import('./next-khutbah.tsx')).NextKhutbah
const NextKhutbah = lazyPanel({
  load: loadNextKhutbah,
  onServer: import.meta.env.SSR ? await loadNextKhutbah() : undefined,
  fallback: <RowsSkeleton rows={3} />,
})

const loadClosestMasjids = async () => (await import('./closest-masjids.tsx')).ClosestMasjids
const ClosestMasjids = lazyPanel({
  load: loadClosestMasjids,
  onServer: import.meta.env.SSR ? await loadClosestMasjids() : undefined,
  fallback: <ClosestMasjidsSkeleton />,
})

const loadNearbyOpenSlots = async () => (await import('./nearby-open-slots.tsx')).NearbyOpenSlots
const NearbyOpenSlots = lazyPanel({
  load: loadNearbyOpenSlots,
  onServer: import.meta.env.SSR ? await loadNearbyOpenSlots() : undefined,
  fallback: <RowsSkeleton rows={4} />,
})

const invitesId = 'invites'
const khutbahsId = 'khutbahs'

/** The khateeb's dashboard: his upcoming khutbahs, invites and requests, and nearby open slots and masjids. */
export function Component() {
  useTitle(t`Dashboard`)
  return (
    <RequireRole who="khateeb">
      <Dashboard />
    </RequireRole>
  )
}

function Dashboard() {
  const session = useSession()
  const { search } = useLocation()
  const recordFailed = t`Error fetching user data. Please try again later.`
  const { query: record, more } = useShowMoreLists(
    minListLengths(search, khateebListLimits),
    khateebRecordQuery,
    recordFailed,
  )
  const khutbahsFailed = t`Error fetching your khutbahs. Please try again later.`
  const myKhutbahs = useShowMoreLists(
    minListLengths(search, myKhutbahsListLimits),
    myKhutbahsQuery,
    khutbahsFailed,
  )
  const khutbahs = myKhutbahs.query
  const isLoadingRow = record.isPlaceholderData || khutbahs.isPlaceholderData
  const masjids = useQuery(closestMasjidsQuery)
  const openSlots = useQuery(openSlotsQuery)
  const hasPanels = useArePanelsLoaded(NextKhutbah, ClosestMasjids, NearbyOpenSlots)
  const isLoading = !hasPanels || [record, khutbahs, masjids, openSlots].some(isInitialLoad)
  const next = khutbahs.data?.khutbahs[0]
  // The first loaded data decides the layout, so that no section moves when the khateeb answers an invite, or when an invite arrives.
  const [layout, setLayout] = useState<Layout>()
  if (layout === undefined && record.data !== undefined && khutbahs.data !== undefined)
    setLayout(layoutFor(record.data, khutbahs.data.khutbahs))
  const name = record.data === undefined ? session.name : `${record.data.firstName} ${record.data.lastName}`
  const invites = (
    <div
      className={`grid min-w-0 grid-cols-1 gap-6 lg:col-start-2 lg:row-start-1 ${layout?.hasManyInvites ? 'lg:row-span-2' : ''}`}
    >
      <QueryView query={record} failed={recordFailed} skeleton={<RowsSkeleton rows={1} />}>
        {(khateeb) => <Invites id={invitesId} khateeb={khateeb} more={more('invites')} />}
      </QueryView>
      <Section
        title={t`Open Near You`}
        aside={<SectionLink to={paths.nearbySlots}>{t`See All Slots`}</SectionLink>}
      >
        <QueryView
          query={openSlots}
          failed={t`Error fetching open slots. Please try again later.`}
          skeleton={<RowsSkeleton rows={4} />}
        >
          {(slots) => <NearbyOpenSlots slots={slots} />}
        </QueryView>
      </Section>
    </div>
  )
  return (
    <>
      <PageHeader
        title={
          <Trans>
            Assalamu alaikum, <UserText text={name} />
          </Trans>
        }
        lead={
          !record.isError && (
            <NextTask tasks={isLoading || record.data === undefined ? undefined : tasksOf(record.data)} />
          )
        }
      />
      {isLoading ? (
        <DashboardSkeleton side="start" />
      ) : (
        <>
          {record.data !== undefined && khutbahs.data !== undefined && !isLoadingRow && (
            <MissingRowNotice
              ids={rowIds(record.data, khutbahs.data.khutbahs)}
              hasMore={hasMoreRows(record.data) || khutbahs.data.hasMore}
            />
          )}
          {record.data !== undefined && <KhateebSlotsUnderWay khutbahs={record.data.underWay} />}
          {next && <NextKhutbah khutbah={next} />}
          {record.data?.bio === '' && <Welcome />}
          {record.data?.emailVerified === false && <UnverifiedNotice email={record.data.email} />}
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr]">
            {layout?.areInvitesFirst && invites}
            <aside
              aria-label={t`Upcoming Khutbahs`}
              className={`lg:col-start-1 lg:row-start-1 ${layout?.hasManyInvites ? '' : 'lg:row-span-2'}`}
            >
              <Section
                id={khutbahsId}
                title={t`Upcoming Khutbahs`}
                aside={<SectionLink to={paths.myKhutbahs}>{t`My Khutbahs`}</SectionLink>}
              >
                <QueryView query={khutbahs} failed={khutbahsFailed} skeleton={<RowsSkeleton rows={2} />}>
                  {(found) => (
                    <MyUpcomingKhutbahs {...found} more={myKhutbahs.more('khutbahs')} khateeb={name} />
                  )}
                </QueryView>
              </Section>
            </aside>
            {!layout?.areInvitesFirst && invites}
            <div
              className={`grid min-w-0 grid-cols-1 gap-6 ${layout?.hasManyInvites ? '' : 'lg:col-start-2'}`}
            >
              <Section title={t`Masjids Near You`}>
                <QueryView
                  query={masjids}
                  failed={t`Error fetching nearby masjids. Please try again later.`}
                  skeleton={<ClosestMasjidsSkeleton />}
                >
                  {(found) => <ClosestMasjids masjids={found} />}
                </QueryView>
              </Section>
              {record.data !== undefined && (
                <SentRequests khateeb={record.data} more={more('sentRequests')} />
              )}
            </div>
          </div>
        </>
      )}
    </>
  )
}

interface Layout {
  /** Whether invites come before the upcoming khutbahs on a phone. The next khutbah is at the top in either case. */
  readonly areInvitesFirst: boolean
  /**
   * Whether, on a desktop, the nearby masjids and the sent requests are below the upcoming khutbahs, because the column with the invites is
   * taller.
   */
  readonly hasManyInvites: boolean
}

function layoutFor({ invites }: KhateebRecord, khutbahs: readonly MyKhutbah[]): Layout {
  return {
    areInvitesFirst: khutbahs.length + invites.length > 0,
    hasManyInvites: invites.length > khutbahs.length,
  }
}

function tasksOf({ reconfirmationCount, inviteCount }: KhateebRecord) {
  const toConfirmAgain = plural(reconfirmationCount, {
    one: '# khutbah to confirm again',
    other: '# khutbahs to confirm again',
  })
  const invites = plural(inviteCount, {
    one: '# invite is waiting for your answer',
    other: '# invites are waiting for your answer',
  })
  return [
    { count: reconfirmationCount, text: toConfirmAgain, icon: CalendarClock, to: khutbahsId },
    { count: inviteCount, text: invites, icon: Inbox, to: invitesId },
  ]
}

/** Shown while the khateeb's bio is empty. */
function Welcome() {
  return (
    <div className="mb-3">
      <Notice
        tone="accent"
        title={t`Welcome to Minbar`}
        action={<LinkButton to={paths.aboutMe}>{t`Complete Profile`}</LinkButton>}
      >
        {t`Tell masjids about yourself.`}
      </Notice>
    </div>
  )
}

/** Returns the ids of the rows that a letter's link can lead to. */
function rowIds(
  { invites, sentRequests, underWay }: KhateebRecord,
  khutbahs: readonly MyKhutbah[],
): string[] {
  const proposals = [...invites, ...sentRequests].map((it) => it.requestId)
  return [...proposals, ...[...underWay, ...khutbahs].map((it) => it.slotId)]
}

/** Whether a list of proposals has more rows than are loaded. */
function hasMoreRows({ invites, inviteCount, sentRequests, sentRequestCount }: KhateebRecord): boolean {
  return inviteCount > invites.length || sentRequestCount > sentRequests.length
}
