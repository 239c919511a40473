import { t } from '@lingui/core/macro'
import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useId } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getBlockedAccounts } from '../../contract/proposals.ts'
import { call } from '../app/call.ts'
import { useSignedIn } from '../app/session.ts'
import { EmptyLine } from '../ui/empty-line.tsx'
import { List, Row } from '../ui/list.tsx'
import { ActionButton } from './action-button.tsx'
import { unblock } from './actions.ts'
import { FirstFew } from './first-few.tsx'
import { Loaded } from './loaded.tsx'
import { KhateebLink, MasjidLink } from './name-link.tsx'
import { Section } from './section.tsx'
import { RowsSkeleton } from './skeletons.tsx'

type Blocked = OutputOf<typeof getBlockedAccounts>[number]

/** Whom the signed in has blocked, the latest first. */
export const blockedQuery = queryOptions({
  queryKey: ['blocked'],
  queryFn: () => call(getBlockedAccounts, {}),
})

/** Whom one has blocked, each with a way to take it back. */
export function BlockedSection({ query }: { query: UseQueryResult<Blocked[]> }) {
  return (
    <Section title={t`Blocked`}>
      <Loaded
        query={query}
        failed={t`Error fetching whom you have blocked. Please try again later.`}
        skeleton={<RowsSkeleton rows={1} />}
      >
        {(blocked) =>
          blocked.length === 0 ? (
            <EmptyLine icon={Ban} title={t`You have blocked nobody.`}>
              {t`On the page of a masjid or a khateeb you can end their requests to you.`}
            </EmptyLine>
          ) : (
            <FirstFew items={blocked} few={5}>
              {(shown) => (
                <List>
                  {shown.map((one) => (
                    <BlockedRow key={one.uid} one={one} />
                  ))}
                </List>
              )}
            </FirstFew>
          )
        }
      </Loaded>
    </Section>
  )
}

function BlockedRow({ one: { uid, name, suspended } }: { one: Blocked }) {
  const id = useId()
  const { role } = useSignedIn()
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
