import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { leaveEndedSession } from '../app/leave-ended-session.ts'
import { hasLostParty } from '../app/lost-party.ts'
import { useSession } from '../app/session.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { showToast } from '../ui/toasts.tsx'
import { useCrossTabSession } from './use-cross-tab-session.ts'

/** What the screens for members do besides showing themselves. Loaded after the first paint. */
export function MemberEffects() {
  useCrossTabSession(useSession())
  const changes = useLiveUpdates(leaveEndedSession)
  useEffect(() => {
    if (hasLostParty())
      showToast({ kind: 'info', text: t`You aren’t a member of the masjid that was open here.` })
  }, [])
  return <UpdateStatus changes={changes} />
}

/** Milliseconds for which the text stays, so that a user who explores the screen later doesn't find it. */
const statusTime = 5_000

/** Tells screen readers that the screen has changed by itself. `changes` is the number of changes so far. */
function UpdateStatus({ changes }: { changes: number }) {
  const [announced, setAnnounced] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(changes), statusTime)
    return () => clearTimeout(timer)
  }, [changes])
  return <output className="sr-only">{changes > announced && t`This screen was updated.`}</output>
}
