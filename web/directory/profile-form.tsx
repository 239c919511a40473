import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'

interface ProfileFormProps {
  onSubmit: () => Promise<void>
  busy: boolean
  /** What is in the fields was typed before this screen was opened, and not saved. */
  isRestored: boolean
  onDiscard: () => void
  children: ReactNode
}

/** Around the fields of one's own profile. */
export function ProfileForm({ onSubmit, busy, isRestored, onDiscard, children }: ProfileFormProps) {
  return (
    <Card>
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {isRestored && (
          <Notice
            title={t`Not saved yet`}
            action={<Button variant="secondary" onClick={onDiscard}>{t`Discard changes`}</Button>}
          >
            {t`Here is what you typed the last time.`}
          </Notice>
        )}
        {children}
        <Button type="submit" size="large" wide busy={busy} busyText={t`Saving...`}>
          {t`Save`}
        </Button>
      </form>
    </Card>
  )
}
