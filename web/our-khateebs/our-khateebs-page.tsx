import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { lingui } from '../app/i18n.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { lazyPanel } from '../app/lazy-panel.tsx'
import { useSearchParameter } from '../app/search-parameter.ts'
import { type PrefetchResult, prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { isNotFound } from '../directory/masjid-queries.ts'
import { searchTermIn, useDebouncedSearch } from '../directory/use-debounced-search.ts'
import { QueryView } from '../members/query-view.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { messages } from '../words/our-khateebs.en.po'
import { NoMatchingKhateebs } from './no-matching-khateebs.tsx'
import { ourKhateebsQuery } from './our-khateebs-query.ts'

lingui.load('en', messages)

const loadList = async () => (await import('./khateeb-list.tsx')).KhateebList

const KhateebList = lazyPanel({
  load: loadList,
  onServer: import.meta.env.SSR ? await loadList() : undefined,
  fallback: <ListSkeleton />,
})

/** Prefetches the first page in parallel with the session. */
export function loader({ request }: LoaderFunctionArgs): PrefetchResult {
  const { searchParams } = new URL(request.url)
  const query = ourKhateebsQuery(searchTermIn(searchParams), searchParams.get('khateeb') ?? '')
  return prefetchForRole({ masjid: () => [queryClient().prefetchInfiniteQuery(query)] })
}

/** The masjid's own khateebs: whom it has approved, who is not wanted, its notes, and when each last spoke there. */
export function Component() {
  useTitle(t`Our Khateebs`)
  return (
    <RequireRole who="masjid">
      <div className="mx-auto w-full max-w-prose">
        <PageHeader
          back={<GoBack />}
          title={t`Our Khateebs`}
          lead={t`Whom you want to hear again, and whom you don’t. Only members of your masjid see it.`}
        />
        <OurKhateebs />
      </div>
    </RequireRole>
  )
}

function OurKhateebs() {
  usePreload(loadList)
  const search = useDebouncedSearch()
  const [onlyUid, setOnlyUid] = useSearchParameter('khateeb')
  const query = useInfiniteQuery(ourKhateebsQuery(search.searchTerm, onlyUid))
  return (
    <div className="grid grid-cols-1 gap-6">
      {onlyUid === '' ? (
        <SearchField
          label={t`Search our khateebs by name or city`}
          placeholder={t`Name, city, state or ZIP`}
          value={search.typed}
          onChange={search.setTyped}
        />
      ) : (
        <Button variant="secondary" onClick={() => setOnlyUid('')}>
          {t`Show All of Our Khateebs`}
        </Button>
      )}
      {isNotFound(query.error) ? (
        // The id in the address is not a UUID, so the server has refused the call.
        <Card>
          <NoMatchingKhateebs />
        </Card>
      ) : (
        <QueryView
          query={query}
          failed={t`Error fetching your khateebs. Please try again later.`}
          skeleton={<ListSkeleton />}
        >
          {({ approvedOnly, invitations }) => (
            <KhateebList
              query={query}
              approvedOnly={approvedOnly}
              invitations={invitations}
              isFiltered={search.searchTerm !== '' || onlyUid !== ''}
            />
          )}
        </QueryView>
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <Card>
      <RowsSkeleton rows={4} />
    </Card>
  )
}
