import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { lingui } from '../app/i18n.ts'
import { leaveEndedSession } from '../app/leave-ended-session.ts'
import { hasLostParty } from '../app/lost-party.ts'
import { useSession } from '../app/session.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { showToast } from '../ui/toasts.tsx'
import { messages } from '../words/news.en.po'
import { useCrossTabSession } from './use-cross-tab-session.ts'

lingui.load('en', messages)

/** Whether this document has shown that the user lost a party. The component mounts again after a screen with another frame. */
let isLossShown = false

/** Runs the effects of all screens for signed-in users: live updates, and changes of the session in other tabs. Loaded after the first paint. */
export function MemberEffects() {
  useCrossTabSession(useSession())
  const changes = useLiveUpdates(leaveEndedSession)
  useEffect(() => {
    if (!hasLostParty() || isLossShown) return
    isLossShown = true
    showToast({ kind: 'info', text: t`You aren’t a member of the masjid that was open here.` })
  }, [])
  return <UpdateStatus changes={changes} />
}

/** In milliseconds. After this time the text is removed, so that users of screen readers don't find it when they explore the screen later. */
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
