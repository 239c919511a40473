import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { GoBack } from '../app/go-back.tsx'
import { prefetchForBothRoles } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { type Pages, usePages } from '../app/use-pages.ts'
import { QueryView } from '../members/query-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { HeaderSkeleton } from './header-skeleton.tsx'
import { MasjidHeader } from './masjid-header.tsx'
import { isNotFound, type Khutbah, type Masjid, masjidQuery } from './masjid-queries.ts'
import { NotFound } from './not-found.tsx'

/** Loader: prefetches the masjid in the URL in parallel with the session. */
export const prefetchMasjid = ({ params: { masjidId = '' } }: LoaderFunctionArgs) =>
  prefetchForBothRoles(() => queryClient().prefetchInfiniteQuery(masjidQuery(masjidId)))

interface MasjidScreenProps {
  /** Below the header while the masjid loads. */
  skeleton?: ReactNode
  /** Renders what is below the header. */
  children: (masjid: Masjid, khutbahs: Pages<Khutbah>) => ReactNode
}

/** The screen of the masjid in the URL: its header, and `children` below. */
export function MasjidScreen({ skeleton, children }: MasjidScreenProps) {
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
  const text = t`No data available`
  useEffect(() => showFailure(text), [text])
  return <NotFound title={text} text={t`The link may be old, or the masjid has left Minbar.`} />
}
