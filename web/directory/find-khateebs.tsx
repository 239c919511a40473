import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../app/paths.ts'
import { SearchField } from '../ui/search-field.tsx'
import { ListedCard } from './listed-card.tsx'
import { nearbyKhateebsQuery } from './nearby.ts'
import { NearbyResults } from './nearby-results.tsx'
import { useSearchInAddress } from './search-in-address.ts'

interface FindKhateebsProps {
  /** What can be done with a khateeb. */
  children?: (khateeb: { readonly uid: string; readonly name: string }) => ReactNode
}

/** The search for khateebs and what it has found. */
export function FindKhateebs({ children }: FindKhateebsProps) {
  const { typed, type, sought } = useSearchInAddress()
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
            <ListedCard name={name} to={paths.khateebDetails(uid)} listed={khateeb}>
              {children?.({ uid, name })}
            </ListedCard>
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
