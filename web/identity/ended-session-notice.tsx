import { useState } from 'react'
import { rememberedRole } from '../app/remembered-role.ts'
import { useModuleAfterPaint } from '../ui/after-paint.ts'

/**
 * Shows the notice for former members on the login, if it applies. Loads the notice only if a user signed in with this browser and has not
 * signed out with it since.
 */
export function EndedSessionNotice() {
  const [hadSession] = useState(() => rememberedRole() !== undefined)
  const loaded = useModuleAfterPaint(() => (hadSession ? import('./former-member-notice.tsx') : undefined))
  return loaded && <loaded.FormerMemberNotice />
}
