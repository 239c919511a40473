import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../app/paths.ts'
import { SearchField } from '../ui/search-field.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { nearbyKhateebsQuery } from './nearby-queries.ts'
import { NearbyResults } from './nearby-results.tsx'
import { useSearchParam } from './use-search-param.ts'

interface KhateebSearchProps {
  /** What can be done with a khateeb. */
  children?: (khateeb: { readonly uid: string; readonly name: string }) => ReactNode
}

/** The search for khateebs and what it has found. */
export function KhateebSearch({ children }: KhateebSearchProps) {
  const { typed, type, sought } = useSearchParam()
  const query = useInfiniteQuery(nearbyKhateebsQuery(sought))
  return (
    <>
      <div className="mb-4">
        <SearchField
          label={t`Search khateebs by name or city`}
          placeholder={t`Name or city`}
          value={typed}
          onChange={type}
        />
      </div>
      <NearbyResults
        query={query}
        label={t`Nearby Khateebs`}
        counted={(count, isAll) => (isAll ? allOf(count) : closestOf(count))}
        searching={t`Looking for khateebs…`}
        empty={
          sought === ''
            ? t`No khateebs found within 30 miles. Use the search bar above to find khateebs anywhere.`
            : t`No khateebs match your search.`
        }
        failed={t`Failed to fetch nearby khateebs.`}
        acts={children !== undefined}
      >
        {(khateeb) => {
          const { uid } = khateeb
          const name = `${khateeb.firstName} ${khateeb.lastName}`
          return (
            <DirectoryCard name={name} to={paths.khateebDetails(uid)} listed={khateeb}>
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
