import { useSession } from '../app/session.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { leaveEndedSession, useFollowOtherTabs } from './follow-other-tabs.ts'

/** What the screens for members do besides showing themselves. Loaded after the first paint. */
export function MemberBackground() {
  useFollowOtherTabs(useSession().uid)
  useLiveUpdates(leaveEndedSession)
  return null
}
