import { getEndedSession } from '../../contract/ended-session.ts'
import { call } from '../app/api-call.ts'

/** Whether this browser's session has ended because the user is no longer a member of any masjid. False if the server doesn't respond. */
export async function isFormerMember(): Promise<boolean> {
  const ended = await call(getEndedSession, {}).catch(() => null)
  return ended?.because === 'no_party'
}
