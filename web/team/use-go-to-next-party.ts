import { useNavigate } from 'react-router'
import { landingPaths, paths } from '../../contract/screen-paths.ts'
import { storePartyLossMessage } from '../app/party-loss.ts'
import { useSession } from '../app/session.ts'
import type { Action } from '../app/use-action.ts'

interface Departure {
  /** The fields of the action that depend on whether the user has another party. */
  readonly effect: Pick<Action<unknown>, 'done' | 'skipsRefresh' | 'endsSession'>
  /** To be called after the action. */
  readonly leave: () => unknown
}

/**
 * For actions after which the user no longer acts for this masjid. `leave` opens the first of the user's other parties in a new document,
 * so that no data of the masjid stays in memory. That document shows `done`, the toast of the action. If there is no other party, the
 * action deletes the account, and `leave` opens the home page.
 */
export function useGoToNextParty(done: () => string): Departure {
  const { uid, parties } = useSession()
  const navigate = useNavigate()
  const next = parties.find((it) => it.uid !== uid)
  // The session may have a party that this document doesn't know: the user may have added it in another tab. Then it does not end.
  if (next === undefined)
    return { effect: { done, endsSession: 'perhaps' }, leave: () => navigate(paths.home, { replace: true }) }
  return {
    effect: { skipsRefresh: true },
    leave: () => {
      storePartyLossMessage(done())
      window.location.replace(landingPaths[next.role])
      // Never resolves, because the new document replaces this one.
      return new Promise(() => {})
    },
  }
}
