import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Globe, type LucideIcon, MapPin, PhoneIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../app/document-context.ts'
import { Phone } from '../app/formatted-values.tsx'
import { GoBack } from '../app/go-back.tsx'
import { prefetchForBothRoles, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { type Pages, usePages } from '../app/use-pages.ts'
import { TheirEmailUnverifiedBadge, VerifiedBadge } from '../members/badges.tsx'
import { DirectionsLink } from '../members/directions-link.tsx'
import { QueryView } from '../members/query-view.tsx'
import { linkClass } from '../ui/link-class.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { HeaderSkeleton } from './header-skeleton.tsx'
import { ItemNotFoundScreen } from './item-not-found-screen.tsx'
import { isNotFound, type Khutbah, type Masjid, masjidQuery } from './masjid-queries.ts'

/** Loader: prefetches the masjid in the URL in parallel with the session. */
export const prefetchMasjid = ({ params: { masjidId = '' } }: LoaderFunctionArgs) =>
  prefetchForBothRoles(() => [queryClient().prefetchInfiniteQuery(masjidQuery(masjidId))])

interface MasjidLayoutProps {
  /** Shown below the header while the masjid loads. */
  skeleton?: ReactNode
  /** Renders what is below the header. */
  children: (masjid: Masjid, khutbahs: Pages<Khutbah>) => ReactNode
}

/** The layout of the screens about the masjid in the URL: its header, and `children` below. */
export function MasjidLayout({ skeleton, children }: MasjidLayoutProps) {
  const { masjidId = '' } = useParams()
  const query = useInfiniteQuery(masjidQuery(masjidId))
  const failed = t`Error loading masjid details. Please try again later.`
  const khutbahs = usePages(query, failed)
  useTitle(query.data?.masjid?.masjidName ?? t`Masjid Details`)
  if (isNotFound(query.error)) return <NoMasjid />
  return (
    <QueryView
      query={query}
      failed={failed}
      header={<PageHeader back={<GoBack />} title={t`Masjid Details`} />}
      skeleton={
        <>
          <HeaderSkeleton title={t`Masjid Details`} />
          {skeleton}
        </>
      }
    >
      {({ masjid }) =>
        masjid && (
          <>
            <MasjidHeader masjid={masjid} />
            {children(masjid, khutbahs)}
          </>
        )
      }
    </QueryView>
  )
}

function NoMasjid() {
  return (
    <ItemNotFoundScreen
      title={t`No data available`}
      text={t`The link may be old, or the masjid has left Minbar.`}
    />
  )
}

function MasjidHeader({ masjid }: { masjid: Masjid }) {
  const { masjidName, masjidAddress: address, city, stateCode, zipCode, phone, website, verified } = masjid
  const place = { address, city, stateCode, zipCode }
  const isOwn = useSession().uid === masjid.uid
  const isUnverifiedEmail = masjid.emailVerified === false && !isOwn
  return (
    <PageHeader
      back={<GoBack />}
      title={<bdi>{masjidName}</bdi>}
      lead={
        (verified || isUnverifiedEmail) && (
          <span className="flex flex-wrap gap-2">
            {verified && <VerifiedBadge />}
            {isUnverifiedEmail && <TheirEmailUnverifiedBadge />}
          </span>
        )
      }
      facts={
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 text-muted">
          <Fact icon={MapPin} name={t`Address`}>
            <DirectionsLink {...place} />
          </Fact>
          <Fact icon={PhoneIcon} name={t`Phone`}>
            <Phone value={phone} />
          </Fact>
          {website !== '' && (
            <Fact icon={Globe} name={t`Website`}>
              <a
                className={`inline-flex min-h-control items-center wrap-anywhere ${linkClass}`}
                href={website}
                target="_blank"
                rel="noreferrer"
              >
                <bdi dir="ltr">{website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}</bdi>
              </a>
            </Fact>
          )}
        </dl>
      }
    />
  )
}

/** Screen readers read `name` in place of the icon. */
function Fact({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-control min-w-0 items-center gap-2">
      <dt>
        <Icon className="size-5 shrink-0" />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
