import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { lazyPanel } from '../../app/lazy-panel.tsx'
import { ConfirmedBadge, OwnEmailUnverifiedBadge } from '../../members/badges.tsx'
import { SendVerification } from '../../members/email-confirmation.tsx'
import { QueryView } from '../../members/query-view.tsx'
import { Section } from '../../members/section.tsx'
import { LoadingStatus, Skeleton } from '../../ui/skeleton.tsx'
import type { EmailStatus } from './account-queries.ts'
import { DialogButton } from './dialog-button.tsx'

/** The section with the user's email, whether it is verified, and a button to change it. */
export function EmailSection({ query }: { query: UseQueryResult<EmailStatus> }) {
  return (
    <Section title={t`Email`}>
      <QueryView
        query={query}
        failed={t`Error fetching your email. Please try again later.`}
        skeleton={<EmailSkeleton />}
      >
        {(address) => <Email address={address} />}
      </QueryView>
    </Section>
  )
}

const ChangeEmailDialog = lazyDialog(
  async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog,
)

const loadPendingChange = async () => (await import('./pending-email-change.tsx')).PendingEmailChange

/** The notice about a pending change of email. */
export const PendingEmailChange = lazyPanel({
  load: loadPendingChange,
  onServer: import.meta.env.SSR ? await loadPendingChange() : undefined,
  fallback: null,
})

function Email({ address: { email, emailVerified, newEmail } }: { address: EmailStatus }) {
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <bdi className="min-w-0 font-medium wrap-anywhere">{email}</bdi>
        {emailVerified ? <ConfirmedBadge /> : <OwnEmailUnverifiedBadge />}
      </p>
      {!emailVerified && (
        <p className="text-muted">
          {t`Please follow the link in the email that we sent you. Until you do, we email you news at most once an hour. At most six urgent emails a day arrive right away. You can send only a few invites or requests a day. Khateebs and masjids see that your email is unverified.`}
        </p>
      )}
      {newEmail !== null && <PendingEmailChange newEmail={newEmail} />}
      <div className="flex flex-wrap gap-3">
        {!emailVerified && <SendVerification email={email} />}
        <DialogButton Dialog={ChangeEmailDialog}>{t`Change email`}</DialogButton>
      </div>
    </div>
  )
}

/** The placeholder for the content of the email section. */
export function EmailSkeleton() {
  return (
    <LoadingStatus>
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="mt-3 h-5 w-full" />
      <Skeleton className="mt-5 h-control w-36" />
    </LoadingStatus>
  )
}
