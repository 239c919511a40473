import { t } from '@lingui/core/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { newsSettingsQuery } from '../../../contract/news-settings-query.ts'
import { queryClient } from '../../app/document-context.ts'
import { GoBack } from '../../app/go-back.tsx'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { useArePanelsLoaded } from '../../app/lazy-panel.tsx'
import { prefetchForBothRoles } from '../../app/session.ts'
import { useTitle } from '../../app/title.ts'
import { BlockedSection, blockedAccountsQuery } from '../../blocking/blocked-section.tsx'
import { isInitialLoad } from '../../members/query-view.tsx'
import { Section } from '../../members/section.tsx'
import { SectionSkeleton } from '../../members/skeletons.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { emailQuery, secondFactorsQuery, sessionsQuery } from './account-queries.ts'
import { DataSection } from './data-section.tsx'
import { DialogButton } from './dialog-button.tsx'
import { EmailSection, EmailSkeleton, PendingEmailChange } from './email-section.tsx'
import { PartiesSection } from './parties-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const CalendarDialog = lazyDialog(
  async () => (await import('../../calendar/calendar-dialog.tsx')).CalendarDialog,
)
const NewsSettingsDialog = lazyDialog(
  async () => (await import('../../news/news-settings-dialog.tsx')).NewsSettingsDialog,
)
const ChangePasswordDialog = lazyDialog(
  async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
)
const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

/** Prefetches the screen's data in parallel with the session. */
export const loader = () =>
  prefetchForBothRoles(() => [
    queryClient().prefetchQuery(emailQuery),
    queryClient().prefetchQuery(secondFactorsQuery),
    queryClient().prefetchInfiniteQuery(sessionsQuery),
    queryClient().prefetchInfiniteQuery(blockedAccountsQuery),
  ])

/** The screen with the user's account settings. */
export function Component() {
  useTitle(t`Account and Security`)
  const email = useQuery(emailQuery)
  const secondFactors = useQuery(secondFactorsQuery)
  const sessions = useInfiniteQuery(sessionsQuery)
  const blocked = useInfiniteQuery(blockedAccountsQuery)
  const hasPanel = useArePanelsLoaded(PendingEmailChange)
  return (
    <div className="mx-auto w-full max-w-prose">
      <PageHeader
        back={<GoBack />}
        title={t`Account and Security`}
        lead={t`How you sign in, where you are signed in, and what is kept about you.`}
      />
      {/* Shows one skeleton until all queries have data and `PendingEmailChange` has loaded, so that the layout doesn't shift. */}
      {!hasPanel || [email, secondFactors, sessions, blocked].some(isInitialLoad) ? (
        <AccountSkeleton />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <EmailSection query={email} />
          <PartiesSection />
          <Section title={t`Password`}>
            <p className="mb-4 text-muted">{t`With a new password, all your other devices are signed out.`}</p>
            <DialogButton Dialog={ChangePasswordDialog}>{t`Change password`}</DialogButton>
          </Section>
          <SecondFactorSection query={secondFactors} />
          <SessionsSection query={sessions} />
          <Section title={t`News by email`}>
            <p className="mb-4 text-muted">{t`Choose which news we email you, and when.`}</p>
            <DialogButton
              Dialog={NewsSettingsDialog}
              isOpenAtFirst={window.location.search.startsWith(newsSettingsQuery)}
            >
              {t`News settings`}
            </DialogButton>
          </Section>
          <Section title={t`Calendar`}>
            <p className="mb-4 text-muted">{t`See your khutbahs in the calendar of your phone or computer.`}</p>
            <DialogButton Dialog={CalendarDialog}>{t`Set up my calendar`}</DialogButton>
          </Section>
          <BlockedSection query={blocked} />
          <DataSection />
          <Section title={t`Delete account`}>
            <p className="mb-4 text-muted">{t`Your account and your personal data are deleted immediately and can’t be restored.`}</p>
            <DialogButton Dialog={DeleteAccountDialog}>{t`Delete my account`}</DialogButton>
          </Section>
        </div>
      )}
    </div>
  )
}

/** The placeholder for all sections of the account screen. */
function AccountSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <Skeleton className="mb-4 h-7 w-32" />
        <EmailSkeleton />
      </Card>
      <SectionSkeleton rows={3} />
    </div>
  )
}
