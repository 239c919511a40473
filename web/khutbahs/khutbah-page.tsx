import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { formatDayAndDate } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { GoBack } from '../app/go-back.tsx'
import { lazyPart } from '../app/lazy-part.tsx'
import { Link } from '../app/link.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { useSearchParameter } from '../app/search-parameter.ts'
import { type PrefetchResult, prefetchForBothRoles, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { HeaderSkeleton } from '../directory/header-skeleton.tsx'
import { ItemNotFoundScreen } from '../directory/item-not-found-screen.tsx'
import { isNotFound, khutbahQuery, type Masjid } from '../directory/masjid-queries.ts'
import { TheirEmailUnverifiedBadge } from '../members/badges.tsx'
import { DirectionsLink } from '../members/directions-link.tsx'
import { QueryView } from '../members/query-view.tsx'
import { SlotsSkeleton } from '../members/skeletons.tsx'
import { linkClass } from '../ui/link-class.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PhoneVisibilityNotice } from './phone-visibility-notice.tsx'
import { SlotCard } from './slot-card.tsx'

/** Loaded only when needed, because few callers have an ended session. */
const SessionEndedNotice = lazyPart(
  async () => (await import('./session-ended-notice.tsx')).SessionEndedNotice,
)

/** Prefetches the khutbah in parallel with the session. */
export function loader({ params: { date = '' }, request }: LoaderFunctionArgs): PrefetchResult {
  const masjidUid = new URL(request.url).searchParams.get('masjid') ?? ''
  if (masjidUid === '') return null
  return prefetchForBothRoles(() => [queryClient().prefetchQuery(khutbahQuery(masjidUid, date))])
}

/** A masjid's khutbah on a date: its slots, each with the actions that the user may take. */
export function Component() {
  const { date = '' } = useParams()
  const [masjidUid] = useSearchParameter('masjid')
  return masjidUid === '' ? <KhutbahWithoutMasjid /> : <KhutbahOfMasjid masjidUid={masjidUid} date={date} />
}

function KhutbahOfMasjid({ masjidUid, date }: { masjidUid: string; date: string }) {
  const query = useQuery(khutbahQuery(masjidUid, date))
  const found = query.data?.khutbahs[0]
  useTitle(found === undefined ? t`Khutbah` : formatDayAndDate(found.date))
  if (isNotFound(query.error)) return <NoKhutbah />
  return (
    <QueryView
      query={query}
      failed={t`Error loading masjid details. Please try again later.`}
      header={<PageHeader back={<GoBack />} title={t`Khutbah`} />}
      skeleton={
        <>
          <HeaderSkeleton title={t`Khutbah`} />
          <SlotsSkeleton />
        </>
      }
    >
      {(masjid) => <Khutbah masjid={masjid} />}
    </QueryView>
  )
}

function Khutbah({ masjid }: { masjid: Masjid }) {
  const { uid, masjidName, masjidAddress, city, stateCode, zipCode, khutbahs, email, emailVerified } = masjid
  const isOwn = useSession().uid === uid
  // The server sends the email only to signed-in callers, and this screen is only for them.
  const hasSessionEnded = email === undefined
  const khutbah = khutbahs[0]
  if (khutbah === undefined) return <NoKhutbah masjidUid={uid} />
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={<CalendarDate value={khutbah.date} />}
        lead={
          <>
            <Link
              className={`inline-block max-w-full py-2.5 text-lg ${linkClass}`}
              to={paths.masjidDetails(uid)}
            >
              <bdi>{masjidName}</bdi>
            </Link>
            {emailVerified === false && !isOwn && (
              <div>
                <TheirEmailUnverifiedBadge />
              </div>
            )}
            <p>
              <DirectionsLink address={masjidAddress} city={city} stateCode={stateCode} zipCode={zipCode} />
            </p>
          </>
        }
      />
      {hasSessionEnded && (
        <Suspense>
          <SessionEndedNotice />
        </Suspense>
      )}
      <PhoneVisibilityNotice masjid={masjid} khutbahs={khutbahs} />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {khutbah.times.map((slot) => (
          <li key={slot.slotId} className="grid">
            <SlotCard slot={slot} masjid={masjid} date={khutbah.date} />
          </li>
        ))}
      </ul>
    </>
  )
}

function KhutbahWithoutMasjid() {
  useTitle(t`Khutbah`)
  return <NoKhutbah />
}

/** @param masjidUid the masjid of the khutbah; undefined if the masjid is unknown */
function NoKhutbah({ masjidUid }: { masjidUid?: string }) {
  return (
    <ItemNotFoundScreen
      title={t`No khutbah data available`}
      text={t`The masjid may have moved or canceled this khutbah, or it is over.`}
      link={
        masjidUid !== undefined && (
          <LinkButton variant="soft" to={paths.masjidDetails(masjidUid)}>
            {t`Upcoming Khutbahs`}
          </LinkButton>
        )
      }
    />
  )
}
