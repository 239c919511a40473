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
import { searchTermIn, useDebouncedSearch } from './use-debounced-search.ts'

/** Prefetches the first page of results in parallel with the session. */
export function loader({ request }: LoaderFunctionArgs): null {
  const query = nearbyMasjidsQuery(searchTermIn(new URL(request.url).searchParams))
  prefetchForBothRoles(() => void queryClient().prefetchInfiniteQuery(query))
  return null
}

/** Masjids near the user; with a search term, masjids anywhere. */
export function Component() {
  useTitle(t`Nearby Masjids`)
  const { typed, setTyped, searchTerm } = useDebouncedSearch()
  const query = useInfiniteQuery(nearbyMasjidsQuery(searchTerm))
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Nearby Masjids`} />
      <div className="mb-4">
        <SearchField
          label={t`Search masjids by name or city`}
          placeholder={t`Name or city`}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <NearbyResults
        query={query}
        label={t`Nearby Masjids`}
        countText={(count, isAll) => (isAll ? allOf(count) : closestOf(count))}
        searchingText={t`Looking for masjids…`}
        empty={
          searchTerm === ''
            ? t`No masjids found within 30 miles. Use the search bar above to find masjids anywhere.`
            : t`No masjids match your search.`
        }
        failed={t`Error fetching nearby masjids. Please try again later.`}
      >
        {(masjid) => (
          <DirectoryCard name={masjid.masjidName} to={paths.masjidDetails(masjid.uid)} entry={masjid} />
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
