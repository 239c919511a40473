import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lingui } from '../app/i18n.ts'
import { leaveEndedSession } from '../app/leave-ended-session.ts'
import { forgetPartyLoss, partyLoss } from '../app/party-loss.ts'
import { useSession } from '../app/session.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { showToast } from '../ui/toasts.tsx'
import { messages } from '../words/news.en.po'
import { useCrossTabSession } from './use-cross-tab-session.ts'
import { useDoubleClickGuard } from './use-double-click-guard.ts'
import { useFocusPressedButton } from './use-focus-pressed-button.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

lingui.load('en', messages)

/**
 * Runs the effects of all screens for signed-in users: live updates, changes of the session in other tabs, the focus after a removal, the
 * focus of pressed buttons, and double clicks. Loaded after the first paint.
 */
export function MemberEffects() {
  useCrossTabSession(useSession())
  useRestoreFocus()
  useDoubleClickGuard()
  useFocusPressedButton()
  const changes = useLiveUpdates(leaveEndedSession)
  const { key } = useLocation()
  return (
    <>
      <PartyLossToast key={key} />
      <UpdateStatus changes={changes} />
    </>
  )
}

/**
 * Shows a toast on the first screen after the user has lost or left a party. Forgets the loss when the user leaves that screen.
 */
function PartyLossToast() {
  const { name } = useSession()
  useEffect(() => {
    const loss = partyLoss()
    if (loss === null) return undefined
    const { message } = loss
    if (message !== undefined) showToast({ kind: 'success', text: message })
    else showToast({ kind: 'info', text: otherAccountText(name) })
    return forgetPartyLoss
  }, [name])
  return null
}

/**
 * Explains why the screen is no longer for the party in its address. The text fits a member who was removed, and a person who has followed
 * another person's link, or has signed in while another person's screen was open.
 */
function otherAccountText(name: string): string {
  return t`This screen was for an account that you don’t belong to. You are signed in as ${name}.`
}

/**
 * In milliseconds. After this time the text is removed, so that users of screen readers don't find it when they explore the screen later.
 */
const statusTime = 5_000

/** Announces to screen readers that a live update has changed the screen. `changes` is the number of live updates so far. */
function UpdateStatus({ changes }: { changes: number }) {
  const [announced, setAnnounced] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(changes), statusTime)
    return () => clearTimeout(timer)
  }, [changes])
  return <output className="sr-only">{changes > announced && t`This screen was updated.`}</output>
}
