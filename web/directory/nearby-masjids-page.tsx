import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { type PrefetchResult, prefetchForBothRoles } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { nearbyMasjidsQuery } from './nearby-queries.ts'
import { NearbySearch } from './nearby-search.tsx'
import { searchTermIn, useDebouncedSearch } from './use-debounced-search.ts'

/** Prefetches the first page of results in parallel with the session. */
export function loader({ request }: LoaderFunctionArgs): PrefetchResult {
  const query = nearbyMasjidsQuery(searchTermIn(new URL(request.url).searchParams))
  return prefetchForBothRoles(() => [queryClient().prefetchInfiniteQuery(query)])
}

/** Masjids near the user; with a search term, masjids anywhere. */
export function Component() {
  useTitle(t`Nearby Masjids`)
  const search = useDebouncedSearch()
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Nearby Masjids`} />
      <NearbySearch
        search={search}
        query={useInfiniteQuery(nearbyMasjidsQuery(search.searchTerm))}
        searchLabel={t`Search masjids by name or city`}
        label={t`Nearby Masjids`}
        allOf={(count) => plural(count, { one: '# masjid', other: '# masjids, the closest first' })}
        closestOf={(count) => plural(count, { one: 'The closest masjid', other: 'The closest # masjids' })}
        searchingText={t`Looking for masjids…`}
        empty={
          search.searchTerm === ''
            ? t`No masjids found within 30 miles. Use the search bar above to find masjids anywhere.`
            : t`No masjids match your search.`
        }
        suggestionsTitle={search.searchTerm === '' ? t`The closest within 50 miles` : t`Did you mean`}
        failed={t`Error fetching nearby masjids. Please try again later.`}
      >
        {(masjid) => (
          <DirectoryCard name={masjid.masjidName} to={paths.masjidDetails(masjid.uid)} entry={masjid} />
        )}
      </NearbySearch>
    </>
  )
}
