import { t } from '@lingui/core/macro'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { DialogButton } from '../identity/account/dialog-button.tsx'
import { Section } from '../members/section.tsx'

const LeaveDialog = lazyDialog(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

/** Lets a member leave the masjid, unless the member is its only owner. */
export function LeaveSection({ isOnlyOwner }: { isOnlyOwner: boolean }) {
  return (
    <Section title={t`Leave`}>
      <p className="mb-4 text-muted">
        {isOnlyOwner
          ? t`You are the only owner. To leave, hand the masjid over, or make another member an owner first.`
          : t`You will no longer see or change anything of this masjid.`}
      </p>
      {!isOnlyOwner && <DialogButton Dialog={LeaveDialog}>{t`Leave This Masjid`}</DialogButton>}
    </Section>
  )
}
