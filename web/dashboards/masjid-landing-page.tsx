import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Archive, CalendarPlus, CalendarX2, Inbox, Pencil } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { lazyPanel, useArePanelsLoaded } from '../app/lazy-panel.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { type MasjidRecord, masjidListLimits, masjidRecordQuery } from '../directory/record-queries.ts'
import { UnverifiedNotice } from '../members/email-confirmation.tsx'
import { isInitialLoad, QueryView } from '../members/query-view.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { Section, SectionButton, SectionLink } from '../members/section.tsx'
import { useShowMoreLists } from '../members/show-more-lists.ts'
import { DashboardSkeleton, RowsSkeleton } from '../members/skeletons.tsx'
import { MissingRowNotice } from '../members/target-row.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { minListLengths } from '../members/use-target-row.ts'
import { Requests, SentInvites } from '../proposals/masjid-proposals.tsx'
import { requestCountOf } from '../proposals/posted-slots.ts'
import type { Preselection } from '../proposals/use-slot-selection.ts'
import { Button } from '../ui/button.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { messages } from '../words/masjid-home.en.po'
import { closestKhateebsQuery } from './closest-khateebs-query.ts'
import { layoutFor } from './masjid-home-layout.ts'
import { NextTask } from './next-task.tsx'
import { slotsInNeed, slotsWithoutKhateebId } from './slots-in-need.ts'
import { useSlotPanel } from './use-slot-panel.ts'

lingui.load('en', messages)

/** Prefetches the screen's data in parallel with the session. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const { search } = new URL(request.url)
  return prefetchForRole({
    masjid: () => [
      queryClient().prefetchQuery(masjidRecordQuery(minListLengths(search, masjidListLimits))),
      queryClient().prefetchQuery(closestKhateebsQuery),
    ],
  })
}

const AddKhutbahDialog = lazyDialog(
  async () => (await import('../khutbahs/add-khutbah-dialog.tsx')).AddKhutbahDialog,
)

const SlotPanel = lazyDialog(async () => (await import('../slot-panel/slot-panel.tsx')).SlotPanel)

const SeveralSlotsDialog = lazyDialog(
  async () => (await import('../several-slots/several-slots-dialog.tsx')).SeveralSlotsDialog,
)

const loadUrgentSlots = async () => (await import('./urgent-slots.tsx')).UrgentSlots

const UrgentSlots = lazyPanel({
  load: loadUrgentSlots,
  onServer: import.meta.env.SSR ? await loadUrgentSlots() : undefined,
  fallback: null,
})

const loadClosestKhateebs = async () => (await import('./closest-khateebs.tsx')).ClosestKhateebs

const ClosestKhateebs = lazyPanel({
  load: loadClosestKhateebs,
  onServer: import.meta.env.SSR ? await loadClosestKhateebs() : undefined,
  fallback: <RowsSkeleton rows={4} />,
})

const loadSeasonBoard = async () => (await import('../season-board/season-board.tsx')).SeasonBoard

const SeasonBoard = lazyPanel({
  load: loadSeasonBoard,
  onServer: import.meta.env.SSR ? await loadSeasonBoard() : undefined,
  fallback: <RowsSkeleton rows={4} />,
})

const requestsId = 'requests'
const khutbahsId = 'khutbahs'

/** The masjid's dashboard: its khutbahs, requests and invites, and nearby khateebs. */
export function Component() {
  useTitle(t`Dashboard`)
  return (
    <RequireRole who="masjid">
      <MasjidLanding />
    </RequireRole>
  )
}

function MasjidLanding() {
  const session = useSession()
  const [maySchedule, mayEdit] = [useHasRole('scheduler'), useHasRole('owner')]
  const { search } = useLocation()
  const recordFailed = t`Error fetching masjid data. Please try again later.`
  const { query: record, more } = useShowMoreLists(
    minListLengths(search, masjidListLimits),
    masjidRecordQuery,
    recordFailed,
  )
  const khateebs = useQuery(closestKhateebsQuery)
  const hasPanels = useArePanelsLoaded(UrgentSlots, ClosestKhateebs, SeasonBoard)
  const isLoading = !hasPanels || [record, khateebs].some(isInitialLoad)
  const [isAdding, setIsAdding] = useState(false)
  const panel = useSlotPanel()
  /** What `SeveralSlotsDialog` selects at first; undefined while it is closed. */
  const [preselected, setPreselected] = useState<Preselection>()
  // The first loaded record decides the layout, so that no section moves when the user answers a request, or when a request arrives.
  const [firstRecord, setFirstRecord] = useState<MasjidRecord>()
  if (firstRecord === undefined && record.data !== undefined) setFirstRecord(record.data)
  const hasRequestsFirst = firstRecord !== undefined && firstRecord.requestCount > 0
  const layout = layoutFor(firstRecord)
  const requests = record.data !== undefined && (
    <div className={`min-w-0 lg:col-start-2 lg:row-start-1 ${layout.requests}`}>
      <Requests id={requestsId} masjid={record.data} more={more('requests')} />
    </div>
  )
  // If the user presses Add New Khutbah while the record is loading, the dialog opens once the record has loaded. If the focus has left the
  // button by then, the dialog stays closed, because it would interrupt what the user is doing now.
  const isWaiting = isAdding && record.data === undefined
  const add = () => (record.isLoadingError ? showFailure(t`Masjid info not loaded yet.`) : setIsAdding(true))
  return (
    <>
      <PageHeader
        title={<bdi>{record.data?.masjidName ?? session.name}</bdi>}
        lead={
          !maySchedule
            ? t`You can see this masjid’s khutbahs, but not change them. To change them, ask an owner to make you a scheduler.`
            : !record.isError && (
                <NextTask tasks={isLoading || record.data === undefined ? undefined : tasksOf(record.data)} />
              )
        }
        actions={
          <>
            {maySchedule && (
              <Button busy={isWaiting} onClick={add} onBlur={() => isWaiting && setIsAdding(false)}>
                <CalendarPlus className="size-5" />
                {t`Add New Khutbah`}
              </Button>
            )}
            <LinkButton variant="secondary" to={paths.archivedKhutbahs}>
              <Archive className="size-5 max-md:hidden" />
              {t`Archived Khutbahs`}
            </LinkButton>
            <LinkButton variant="secondary" to={paths.aboutMe}>
              <Pencil className="size-5 max-md:hidden" />
              {mayEdit ? t`Edit Profile` : t`Masjid Profile`}
            </LinkButton>
          </>
        }
      />
      {isLoading ? (
        <DashboardSkeleton side="end" />
      ) : (
        <>
          {record.data !== undefined && (
            <>
              {!record.isPlaceholderData && (
                <MissingRowNotice ids={rowIds(record.data)} hasMore={hasMoreRows(record.data)} />
              )}
              <UrgentSlots masjid={record.data} onOpen={panel.open} />
            </>
          )}
          {record.data?.emailVerified === false && <UnverifiedNotice email={record.data.email} />}
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_20rem] lg:grid-rows-[auto_auto_1fr]">
            {hasRequestsFirst && requests}
            <div className={`min-w-0 lg:col-start-1 lg:row-start-1 ${layout.board}`}>
              <Section
                id={khutbahsId}
                title={t`Upcoming Khutbahs`}
                aside={
                  <div className="flex flex-wrap gap-x-4">
                    {maySchedule && (record.data?.khutbahs.length ?? 0) > 1 && (
                      <SectionButton
                        onClick={() => setPreselected({ ids: [] })}
                      >{t`Select Several`}</SectionButton>
                    )}
                    <SectionLink to={paths.plan}>{t`Friday Plan`}</SectionLink>
                    <SectionLink to={paths.slotHistory}>{t`Slot History`}</SectionLink>
                  </div>
                }
              >
                <QueryView query={record} failed={recordFailed} skeleton={<RowsSkeleton rows={4} />}>
                  {(masjid) =>
                    masjid.khutbahs.length === 0 ? (
                      <NoUpcomingKhutbahs onAdd={maySchedule ? add : undefined} />
                    ) : (
                      <SeasonBoard masjid={masjid} onOpen={panel.open} onChangeSeveral={setPreselected} />
                    )
                  }
                </QueryView>
              </Section>
            </div>
            {!hasRequestsFirst && requests}
            {record.data !== undefined && (
              <div className={`min-w-0 lg:row-start-2 ${layout.invites}`}>
                <SentInvites masjid={record.data} more={more('sentInvites')} />
              </div>
            )}
            <div
              className={`min-w-0 ${firstRecord === undefined ? '' : 'lg:row-start-3'} ${layout.khateebs}`}
            >
              <Section title={t`Nearby Khateebs`}>
                <QueryView
                  query={khateebs}
                  failed={t`Failed to fetch nearby khateebs.`}
                  skeleton={<RowsSkeleton rows={4} />}
                >
                  {(found) => <ClosestKhateebs khateebs={found} masjid={record.data} />}
                </QueryView>
              </Section>
            </div>
          </div>
        </>
      )}
      {record.data !== undefined && (
        <>
          <AddKhutbahDialog isOpen={isAdding} onClose={() => setIsAdding(false)} masjid={record.data} />
          <SeveralSlotsDialog
            isOpen={preselected !== undefined}
            onClose={() => setPreselected(undefined)}
            khutbahs={record.data.khutbahs}
            preselected={preselected}
          />
          <SlotPanel
            isOpen={panel.slotId !== null}
            onClose={panel.close}
            slotId={panel.slotId ?? ''}
            masjid={record.data}
          />
        </>
      )}
    </>
  )
}

/**
 * Returns what the masjid has to do, the most urgent first. `NextTask` shows only the first task whose count is not 0, so the answer to
 * requests may be in the list twice.
 */
function tasksOf({ requestCount, ...masjid }: MasjidRecord) {
  const inNeed = slotsInNeed(masjid)
  // Leaves out slots with a request, because the masjid only has to answer the request.
  const unrequested = inNeed.filter((it) => requestCountOf(it) === 0)
  const openThisWeek = unrequested.filter(({ isThisWeek }) => isThisWeek).length
  const withdrawn = unrequested.filter(({ withdrawal }) => withdrawal !== null).length
  const needsAgain = plural(withdrawn, {
    one: '# slot needs a khateeb again',
    other: '# slots need a khateeb again',
  })
  const stillNeeds = plural(openThisWeek, {
    one: '# slot this week still needs a khateeb',
    other: '# slots this week still need a khateeb',
  })
  const requests = plural(requestCount, {
    one: '# request is waiting for your answer',
    other: '# requests are waiting for your answer',
  })
  const answer = { count: requestCount, text: requests, icon: Inbox, to: requestsId }
  const isAnswerUrgent = inNeed.some((it) => it.isThisWeek && requestCountOf(it) > 0)
  return [
    { count: openThisWeek, text: stillNeeds, icon: CalendarX2, to: slotsWithoutKhateebId },
    ...(isAnswerUrgent ? [answer] : []),
    { count: withdrawn, text: needsAgain, icon: CalendarX2, to: slotsWithoutKhateebId },
    answer,
  ]
}

/** Shown while the masjid has no upcoming khutbahs. */
function NoUpcomingKhutbahs({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      drawing={calendar}
      title={t`No upcoming khutbahs.`}
      text={
        onAdd &&
        t`Post the next Friday with its times. Khateebs nearby can then request a slot, and you can invite a khateeb.`
      }
      action={onAdd && <Button variant="soft" onClick={onAdd}>{t`Post Next Friday’s Khutbah`}</Button>}
    />
  )
}

/** Returns the ids of the rows that a letter's link can lead to. */
function rowIds({ requests, sentInvites, khutbahs, underWay }: MasjidRecord): string[] {
  const proposals = [...requests, ...sentInvites].map((it) => it.requestId)
  const slots = [...underWay, ...khutbahs.flatMap(({ times }) => times)]
  return [...proposals, ...slots.map((it) => it.slotId)]
}

/** Whether a list of proposals has more rows than are loaded. */
function hasMoreRows({ requests, requestCount, sentInvites, sentInviteCount }: MasjidRecord): boolean {
  return requestCount > requests.length || sentInviteCount > sentInvites.length
}
