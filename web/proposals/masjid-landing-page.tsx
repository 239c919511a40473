import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Archive, CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import { queries } from '../app/queries.ts'
import { useSignedIn } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { AddKhutbahDialog } from '../khutbahs/add-khutbah-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ClosestKhateebs, closestKhateebsQuery } from './closest-khateebs.tsx'
import { Loaded } from './loaded.tsx'
import { hasNoRecord, NoRecord } from './no-record.tsx'
import { PostedKhutbahs } from './posted-khutbahs.tsx'
import { masjidRecordQuery } from './records.ts'
import { Requests } from './requests.tsx'
import { Section } from './section.tsx'
import { RowsSkeleton, SectionSkeleton } from './section-skeleton.tsx'
import { SentInvites } from './sent-invites.tsx'
import { WaitingLink } from './waiting-link.tsx'

/** Starts what the screen needs, so that it comes beside the session and not after it. */
export function loader(): null {
  void queries.prefetchQuery(masjidRecordQuery)
  void queries.prefetchQuery(closestKhateebsQuery)
  return null
}

const requestsId = 'requests'

/** The masjid's home: its Fridays, who has asked for them, who is near. */
export function Component() {
  useTitle(t`Dashboard`)
  const record = useQuery(masjidRecordQuery)
  if (hasNoRecord(record.error)) return <NoRecord text={t`No masjid data found.`} />
  return <MasjidLanding />
}

function MasjidLanding() {
  const session = useSignedIn()
  const record = useQuery(masjidRecordQuery)
  const khateebs = useQuery(closestKhateebsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const addNewKhutbah = (
    <Button onClick={() => setIsAdding(true)}>
      <CalendarPlus className="size-5" aria-hidden="true" />
      {t`Add New Khutbah`}
    </Button>
  )
  const isFirstUse = record.data?.khutbahs.length === 0
  return (
    <>
      <PageHeader
        title={<bdi>{record.data?.masjidName ?? session.name}</bdi>}
        lead={<WaitingLink count={record.data?.requests.length ?? 0} to={requestsId} />}
        actions={
          <>
            {!isFirstUse && addNewKhutbah}
            <LinkButton variant="secondary" to={paths.archivedKhutbahs}>
              <Archive className="size-5" aria-hidden="true" />
              {t`Archived Khutbahs`}
            </LinkButton>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Section title={t`Upcoming Khutbahs`}>
          <Loaded
            query={record}
            failed={t`Error fetching masjid data. Please try again later.`}
            skeleton={<RowsSkeleton rows={4} />}
          >
            {({ khutbahs, requests, sentInvites }) =>
              khutbahs.length === 0 ? (
                <EmptyState
                  drawing={<Drawing src={calendar} ratio="3/2" />}
                  headingLevel={3}
                  title={t`No upcoming khutbahs.`}
                  text={t`Post the next Friday with its times. Khateebs nearby can then ask for them, and you can invite one.`}
                  action={addNewKhutbah}
                />
              ) : (
                <PostedKhutbahs khutbahs={khutbahs} pending={{ requests, sentInvites }} />
              )
            }
          </Loaded>
        </Section>
        <div className="grid min-w-0 gap-6">
          {record.data === undefined ? (
            record.isPending && <SectionSkeleton title={t`Pending Requests`} />
          ) : (
            <Requests id={requestsId} requests={record.data.requests} />
          )}
          <Section title={t`Nearby Khateebs`}>
            <Loaded
              query={khateebs}
              failed={t`Failed to fetch nearby khateebs.`}
              skeleton={<RowsSkeleton rows={4} />}
            >
              {(found) => <ClosestKhateebs khateebs={found} khutbahs={record.data?.khutbahs} />}
            </Loaded>
          </Section>
          {record.data !== undefined && <SentInvites invites={record.data.sentInvites} />}
        </div>
      </div>
      {record.data !== undefined && (
        <AddKhutbahDialog isOpen={isAdding} onClose={() => setIsAdding(false)} masjid={record.data} />
      )}
    </>
  )
}
