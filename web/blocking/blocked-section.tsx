import { t } from '@lingui/core/macro'
import { Ban } from 'lucide-react'
import { useId } from 'react'
import { getBlockedAccounts } from '../../contract/blocks.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'
import { useSession } from '../app/session.ts'
import type { PagedResult } from '../app/use-pages.ts'
import { ActionButton } from '../members/action-button.tsx'
import { KhateebLink, MasjidLink } from '../members/name-link.tsx'
import { PagedList } from '../members/paged-list.tsx'
import { Section } from '../members/section.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { Row } from '../ui/list.tsx'
import { unblock } from './actions.ts'

type BlockedAccount = OutputOf<typeof getBlockedAccounts>[number]

/** The accounts that the user has blocked, newest first. The first page is short, so that the sections below stay in view. */
export const blockedAccountsQuery = pagedQuery(['blocked'], (page) => callPage(getBlockedAccounts, page), {
  limit: '5',
})

/** The accounts that the user has blocked, each with an Unblock button. */
export function BlockedSection({ query }: { query: PagedResult<BlockedAccount> }) {
  return (
    <Section title={t`Blocked`}>
      <PagedList
        query={query}
        label={t`Blocked`}
        failed={t`Error fetching the accounts you have blocked. Please try again later.`}
        skeletonRows={1}
        empty={
          <CompactEmptyState icon={Ban} title={t`You haven’t blocked anyone.`}>
            {t`To stop requests from a masjid or a khateeb, block them on their page.`}
          </CompactEmptyState>
        }
      >
        {(account) => <BlockedRow key={account.uid} account={account} />}
      </PagedList>
    </Section>
  )
}

function BlockedRow({ account: { uid, name, suspended } }: { account: BlockedAccount }) {
  const id = useId()
  const isKhateeb = useSession().role === 'khateeb'
  const AccountLink = isKhateeb ? MasjidLink : KhateebLink
  const pair = isKhateeb ? { khateebUid: 'me', masjidUid: uid } : { khateebUid: uid, masjidUid: 'me' }
  return (
    <Row
      title={
        <span id={id}>
          <AccountLink uid={uid} suspended={suspended}>
            {name}
          </AccountLink>
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
