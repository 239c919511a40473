import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { leaveMasjid } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { useSession } from '../app/session.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { LazyConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { Section } from '../members/section.tsx'
import { Button } from '../ui/button.tsx'
import { useDeparture } from './use-departure.ts'

const departure: Action<void> = {
  run: () => call(leaveMasjid, {}),
  done: () => t`You have left the masjid.`,
  failed: () => t`Failed to leave the masjid.`,
}

/** Lets a member leave. */
export function LeaveSection({ isOnlyOwner }: { isOnlyOwner: boolean }) {
  const { name } = useSession()
  const { effect, leave } = useDeparture()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useAction({ ...departure, ...effect }, { onDone: leave, onRefused: close })
  return (
    <Section title={t`Leave`}>
      <p className="mb-4 text-muted">
        {isOnlyOwner
          ? t`You are the only owner. To leave, hand the masjid over, or make another member an owner first.`
          : t`You no longer see or change anything of this masjid.`}
      </p>
      {!isOnlyOwner && (
        <>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {t`Leave This Masjid`}
          </Button>
          <LazyConfirmDialog
            isOpen={isOpen}
            onClose={close}
            onConfirm={() => mutate()}
            title={t`Leave ${name}?`}
            confirmText={t`Leave`}
            busy={isPending}
            busyText={t`Leaving...`}
          >
            <p>{t`You lose access at once. Only an owner can invite you again. If you act for nothing else on Minbar, your account is deleted, too.`}</p>
          </LazyConfirmDialog>
        </>
      )}
    </Section>
  )
}
