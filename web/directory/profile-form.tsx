import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'

interface ProfileFormProps {
  onSubmit: () => Promise<void>
  busy: boolean
  /** The fields hold an unsaved draft from an earlier visit. */
  isRestored: boolean
  onDiscard: () => void
  children: ReactNode
}

/** The frame of a profile form: draft notice, `children` as fields, and the Save button. */
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
            {t`We kept what you typed last time.`}
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
