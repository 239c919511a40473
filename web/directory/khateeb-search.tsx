import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../app/paths.ts'
import { SearchField } from '../ui/search-field.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { nearbyKhateebsQuery } from './nearby-queries.ts'
import { NearbyResults } from './nearby-results.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

interface KhateebSearchProps {
  /** Renders the actions on a khateeb's card. */
  children?: (khateeb: { readonly uid: string; readonly name: string }) => ReactNode
}

/** A search field for khateebs, and the results. */
export function KhateebSearch({ children }: KhateebSearchProps) {
  const { typed, setTyped, searchTerm } = useDebouncedSearch()
  const query = useInfiniteQuery(nearbyKhateebsQuery(searchTerm))
  return (
    <>
      <div className="mb-4">
        <SearchField
          label={t`Search khateebs by name or city`}
          placeholder={t`Name or city`}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <NearbyResults
        query={query}
        label={t`Nearby Khateebs`}
        countText={(count, isAll) => (isAll ? allOf(count) : closestOf(count))}
        searchingText={t`Looking for khateebs…`}
        empty={
          searchTerm === ''
            ? t`No khateebs found within 30 miles. Use the search bar above to find khateebs anywhere.`
            : t`No khateebs match your search.`
        }
        failed={t`Failed to fetch nearby khateebs.`}
        hasActions={children !== undefined}
      >
        {(khateeb) => {
          const { uid } = khateeb
          const name = `${khateeb.firstName} ${khateeb.lastName}`
          return (
            <DirectoryCard name={name} to={paths.khateebDetails(uid)} entry={khateeb}>
              {children?.({ uid, name })}
            </DirectoryCard>
          )
        }}
      </NearbyResults>
    </>
  )
}

function allOf(count: number): string {
  return plural(count, { one: '# khateeb', other: '# khateebs, the closest first' })
}

function closestOf(count: number): string {
  return plural(count, { one: 'The closest khateeb', other: 'The closest # khateebs' })
}
