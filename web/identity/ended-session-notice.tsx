import { type ComponentType, useState } from 'react'
import { rememberedRole } from '../app/remembered-role.ts'
import { useAfterPaint } from '../ui/after-paint.ts'

/**
 * On the login, if this browser had a session that did not end by a sign-out here: says why it ended. Shows nothing if the script fails
 * to load.
 */
export function EndedSessionNotice() {
  const [hadSession] = useState(() => rememberedRole() !== undefined)
  const [Reason, setReason] = useState<ComponentType>()
  useAfterPaint(() => {
    if (!hadSession) return
    const loading = import('./former-member-notice.tsx')
    loading.then(
      (it) => setReason(() => it.FormerMemberNotice),
      () => undefined,
    )
  })
  return Reason && <Reason />
}
