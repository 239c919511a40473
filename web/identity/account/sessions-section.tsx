import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { Page } from '../../../contract/client.ts'
import { usePages } from '../../app/use-pages.ts'
import { Instant } from '../../app/value-elements.tsx'
import { QueryView } from '../../members/query-view.tsx'
import { Section } from '../../members/section.tsx'
import { RowsSkeleton } from '../../members/skeletons.tsx'
import { Badge } from '../../ui/badge.tsx'
import { List, Row } from '../../ui/list.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import type { OpenSession } from './account-queries.ts'
import { SignOutElsewhere, SignOutThere } from './sign-out-buttons.tsx'

/** The user's sessions, each with a button to sign that device out. */
export function SessionsSection({
  query,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page<OpenSession[]>>>
}) {
  const failed = t`Error fetching your devices. Please try again later.`
  const { items, list, more } = usePages(query, failed)
  return (
    <Section title={t`Where you’re signed in`}>
      <QueryView query={query} failed={failed} skeleton={<RowsSkeleton rows={1} />}>
        {() => (
          <>
            <List ref={list}>
              {items.map((session) => (
                <Device key={session.id} session={session} />
              ))}
            </List>
            {more && <ShowMore {...more} />}
            {items.some(({ current }) => !current) && (
              <div className="mt-5">
                <SignOutElsewhere />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

function Device({ session }: { session: OpenSession }) {
  const id = useId()
  const { device, current, createdAt, lastSeenAt } = session
  return (
    <Row
      title={
        <bdi id={id} className="wrap-anywhere">
          {device}
        </bdi>
      }
      status={current && <Badge tone="accent">{t`This device`}</Badge>}
      detail={
        <>
          {!current && (
            <p>
              <Trans>
                Last seen <Instant value={lastSeenAt} />
              </Trans>
            </p>
          )}
          <p>
            <Trans>
              Signed in <Instant value={createdAt} />
            </Trans>
          </p>
        </>
      }
      actions={!current && <SignOutThere session={session} describedBy={id} />}
    />
  )
}
