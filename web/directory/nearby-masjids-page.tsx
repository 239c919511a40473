import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { GoBack } from '../app/go-back.tsx'
import { paths } from '../app/paths.ts'
import { prefetchForBothRoles } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { nearbyMasjidsQuery } from './nearby-queries.ts'
import { NearbyResults } from './nearby-results.tsx'
import { searchTermIn, useSearchParam } from './use-search-param.ts'

/** Starts the first page, so that it comes beside the session and not after it. */
export function loader({ request }: LoaderFunctionArgs): null {
  const found = nearbyMasjidsQuery(searchTermIn(new URL(request.url).searchParams))
  prefetchForBothRoles(() => void queryClient().prefetchInfiniteQuery(found))
  return null
}

/** Masjids around the one who looks; with a search, masjids anywhere. */
export function Component() {
  useTitle(t`Nearby Masjids`)
  const { typed, type, sought } = useSearchParam()
  const query = useInfiniteQuery(nearbyMasjidsQuery(sought))
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Nearby Masjids`} />
      <div className="mb-4">
        <SearchField
          label={t`Search masjids by name or city`}
          placeholder={t`Name or city`}
          value={typed}
          onChange={type}
        />
      </div>
      <NearbyResults
        query={query}
        label={t`Nearby Masjids`}
        counted={(count, isAll) => (isAll ? allOf(count) : closestOf(count))}
        searching={t`Looking for masjids…`}
        empty={
          sought === ''
            ? t`No masjids found within 30 miles. Use the search bar above to find masjids anywhere.`
            : t`No masjids match your search.`
        }
        failed={t`Error fetching nearby masjids. Please try again later.`}
      >
        {(masjid) => (
          <DirectoryCard name={masjid.masjidName} to={paths.masjidDetails(masjid.uid)} listed={masjid} />
        )}
      </NearbyResults>
    </>
  )
}

function allOf(count: number): string {
  return plural(count, { one: '# masjid', other: '# masjids, the closest first' })
}

function closestOf(count: number): string {
  return plural(count, { one: 'The closest masjid', other: 'The closest # masjids' })
}
