import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/screen-paths.ts'
import { DirectoryCard } from './directory-card.tsx'
import { nearbyKhateebsQuery } from './nearby-queries.ts'
import { NearbySearch } from './nearby-search.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

type KhateebCard = OutputOf<typeof getKhateebs>[number]

interface KhateebSearchProps {
  /** The slot to fill. Links to khateebs' details preselect it. */
  slotId?: string | undefined
  /** Renders the actions on a khateeb's card. `isChanging` says that the results are about to change, or have just changed. */
  children?: (
    khateeb: { readonly uid: string; readonly name: string },
    card: KhateebCard,
    isChanging: boolean,
  ) => ReactNode
}

/** A search field for khateebs, and the results. */
export function KhateebSearch({ slotId, children }: KhateebSearchProps) {
  const search = useDebouncedSearch()
  return (
    <NearbySearch
      search={search}
      query={useInfiniteQuery(nearbyKhateebsQuery(search.searchTerm, slotId))}
      searchLabel={t`Search khateebs by name or city`}
      label={t`Nearby Khateebs`}
      allOf={(count) => {
        if (slotId === undefined)
          return plural(count, { one: '# khateeb', other: '# khateebs, the closest first' })
        return plural(count, { one: '# khateeb', other: '# khateebs, free ones first' })
      }}
      closestOf={(count) => plural(count, { one: 'The closest khateeb', other: 'The closest # khateebs' })}
      searchingText={t`Looking for khateebs…`}
      empty={
        search.searchTerm === ''
          ? t`No khateebs found within 30 miles. Use the search bar above to find khateebs anywhere.`
          : t`No khateebs match your search.`
      }
      suggestionsTitle={search.searchTerm === '' ? t`The closest within 50 miles` : t`Did you mean`}
      failed={t`Failed to fetch nearby khateebs.`}
      hasActions={children !== undefined}
    >
      {(khateeb, isChanging) => {
        const { uid } = khateeb
        const name = `${khateeb.firstName} ${khateeb.lastName}`
        return (
          <DirectoryCard name={name} to={paths.khateebDetails(uid, slotId)} entry={khateeb}>
            {children?.({ uid, name }, khateeb, isChanging)}
          </DirectoryCard>
        )
      }}
    </NearbySearch>
  )
}
