import { useSession } from '../app/session.ts'
import { useFollowOtherTabs } from './follow-other-tabs.ts'

/** What the screens for members do besides showing themselves. Loaded after the first paint. */
export function MemberBackground() {
  useFollowOtherTabs(useSession().uid)
  return null
}
