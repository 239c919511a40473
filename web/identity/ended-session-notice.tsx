import { useState } from 'react'
import { rememberedRole } from '../app/remembered-role.ts'
import { useModuleAfterPaint } from '../ui/after-paint.ts'

/** On the login, if this browser had a session that did not end by a sign-out here: says why it ended. */
export function EndedSessionNotice() {
  const [hadSession] = useState(() => rememberedRole() !== undefined)
  const loaded = useModuleAfterPaint(() => (hadSession ? import('./former-member-notice.tsx') : undefined))
  return loaded && <loaded.FormerMemberNotice />
}
