import { t } from '@lingui/core/macro'
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useId } from 'react'
import type { Page } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getBlockedAccounts } from '../../contract/proposals.ts'
import { callPage } from '../app/api-call.ts'
import { useSession } from '../app/session.ts'
import { usePages } from '../app/use-pages.ts'
import { ActionButton } from '../members/action-button.tsx'
import { KhateebLink, MasjidLink } from '../members/name-link.tsx'
import { QueryView } from '../members/query-view.tsx'
import { Section } from '../members/section.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { List, Row } from '../ui/list.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { unblock } from './actions.ts'

type Blocked = OutputOf<typeof getBlockedAccounts>[number]

/** The accounts that the user has blocked, newest first. The first page is short, so that the sections below stay in view. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocked'],
  queryFn: ({ pageParam }) =>
    callPage(getBlockedAccounts, pageParam === null ? { limit: '5' } : { cursor: pageParam }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})

/** The accounts that the user has blocked, each with an Unblock button. */
export function BlockedSection({ query }: { query: UseInfiniteQueryResult<InfiniteData<Page<Blocked[]>>> }) {
  const failed = t`Error fetching the accounts you have blocked. Please try again later.`
  const { items, list, more } = usePages(query, failed)
  return (
    <Section title={t`Blocked`}>
      <QueryView query={query} failed={failed} skeleton={<RowsSkeleton rows={1} />}>
        {() =>
          items.length === 0 ? (
            <CompactEmptyState icon={Ban} title={t`You haven’t blocked anyone.`}>
              {t`To stop requests from a masjid or a khateeb, block them on their page.`}
            </CompactEmptyState>
          ) : (
            <>
              <List ref={list}>
                {items.map((account) => (
                  <BlockedRow key={account.uid} account={account} />
                ))}
              </List>
              {more && <ShowMore {...more} />}
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

function BlockedRow({ account: { uid, name, suspended } }: { account: Blocked }) {
  const id = useId()
  const { role } = useSession()
  const pair =
    role === 'khateeb' ? { khateebUid: 'me', masjidUid: uid } : { khateebUid: uid, masjidUid: 'me' }
  return (
    <Row
      title={
        <span id={id}>
          {role === 'khateeb' ? (
            <MasjidLink uid={uid} suspended={suspended}>
              {name}
            </MasjidLink>
          ) : (
            <KhateebLink uid={uid} suspended={suspended}>
              {name}
            </KhateebLink>
          )}
        </span>
      }
      actions={
        <ActionButton action={unblock} given={pair} describedBy={id}>
          {t`Unblock`}
        </ActionButton>
      }
    />
  )
}
