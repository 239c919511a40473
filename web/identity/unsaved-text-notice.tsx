import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { mainId } from '../app/main-content.tsx'
import { forgetUnsavedText, hasUnsavedText } from '../app/unsaved-text.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** A notice on the login that asks whether to keep text that a user has not saved in this tab. It doesn't show the text. */
export function UnsavedTextNotice() {
  const [isAsked, setIsAsked] = useState(false)
  // The login's HTML is the same for all users, so the notice appears after the hydration.
  useAfterPaint(() => setIsAsked(hasUnsavedText()))
  const answer = (isKept: boolean) => {
    if (!isKept) forgetUnsavedText()
    setIsAsked(false)
    // Moves the focus, because the pressed button disappears and the browser would reset the focus to the start of the document.
    document.getElementById(mainId)?.focus({ preventScroll: true })
  }
  return (
    isAsked && (
      <div className="mx-auto mb-6 w-full max-w-form">
        <Notice
          announced
          tone="warning"
          title={t`You have unsaved text in this tab`}
          action={
            <div className="flex flex-wrap gap-3">
              <Button variant="soft" onClick={() => answer(true)}>{t`Keep It`}</Button>
              <Button variant="secondary" onClick={() => answer(false)}>{t`Discard It`}</Button>
            </div>
          }
        >
          {t`The text is hidden because you are signed out. If you keep the text, it comes back when you sign in again in this tab.`}
        </Notice>
      </div>
    )
  )
}
