import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { endOtherSessions, revokeSession } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { Instant } from '../../app/formatted-values.tsx'
import type { Action } from '../../app/use-action.ts'
import type { PagedResult } from '../../app/use-pages.ts'
import { ActionWithConfirmDialog } from '../../members/action-with-confirm-dialog.tsx'
import { PagedList } from '../../members/paged-list.tsx'
import { Section } from '../../members/section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Row } from '../../ui/list.tsx'
import { UserText } from '../../ui/user-text.tsx'
import type { OpenSession } from './account-queries.ts'

const signOutDevice: Action<OpenSession> = {
  run: ({ id }) => call(revokeSession, { id }),
  done: () => t`That device is signed out.`,
  failed: () => t`Failed to sign that device out.`,
}

const signOutOtherDevices: Action<void> = {
  run: () => call(endOtherSessions, {}),
  done: () => t`All your other devices are signed out.`,
  failed: () => t`Failed to sign your other devices out.`,
}

/** The section with the user's sessions. Each other device has a button to sign it out. */
export function SessionsSection({ query }: { query: PagedResult<OpenSession> }) {
  const isElsewhere = query.data?.pages.some(({ items }) => items.some(({ current }) => !current))
  return (
    <Section title={t`Where you’re signed in`}>
      <PagedList
        query={query}
        label={t`Where you’re signed in`}
        failed={t`Error fetching your devices. Please try again later.`}
        skeletonRows={1}
      >
        {(session) => <Device key={session.id} session={session} />}
      </PagedList>
      {isElsewhere && (
        <div className="mt-5">
          <ActionWithConfirmDialog
            needs="viewer"
            action={signOutOtherDevices}
            given={undefined}
            label={t`Sign out everywhere else`}
            title={t`Sign out everywhere else?`}
            busyText={t`Signing out...`}
          >
            <p>{t`All your other devices will have to sign in again.`}</p>
          </ActionWithConfirmDialog>
        </div>
      )}
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
          <p id={`${id}-since`}>
            <Trans>
              Signed in <Instant value={createdAt} />
            </Trans>
          </p>
        </>
      }
      actions={
        !current && (
          <ActionWithConfirmDialog
            needs="viewer"
            action={signOutDevice}
            given={session}
            label={t`Sign out`}
            describedBy={`${id} ${id}-since`}
            title={
              <Trans>
                Sign out of <UserText text={device} />?
              </Trans>
            }
            busyText={t`Signing out...`}
          >
            <p>{t`Signing in there again needs your password. If you don’t recognize the device, change your password, too.`}</p>
          </ActionWithConfirmDialog>
        )
      }
    />
  )
}
