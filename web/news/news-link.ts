import { t } from '@lingui/core/macro'
import type { Role } from '../../contract/endpoint.ts'
import { landingAtRow, type Path, paths } from '../../contract/screen-paths.ts'
import type { NewsItem } from './news-queries.ts'

interface NewsLink {
  readonly to: Path
  readonly text: string
}

/**
 * Returns the link to the screen on which the reader can act on a piece of news, or see more; undefined if there is none.
 * @param mayAct false for a viewer, who may only look
 */
export function linkOf(item: NewsItem, role: Role, mayAct: boolean): NewsLink | undefined {
  const { kind, rowId, masjid, khateeb } = item
  if (kind === 'approval_asked' && khateeb.uid !== null)
    return { to: paths.ourKhateeb(khateeb.uid), text: t`See the khateeb` }
  if (rowId !== null)
    return { to: landingAtRow(role, rowId), text: mayAct ? rowLinkText(item) : t`See the khutbah` }
  if (kind === 'request_rejected' || kind === 'rival_confirmed')
    return { to: paths.nearbyMasjids, text: t`Find another masjid` }
  if ((kind === 'khateeb_removed' || kind === 'approval_given') && masjid.uid !== null)
    return { to: paths.masjidDetails(masjid.uid), text: t`Open the masjid’s page` }
  return undefined
}

/** Returns the text of the link to a row: what the reader can do there. */
function rowLinkText({ kind, isOpen, isConfirmed, awaitsReconfirmation }: NewsItem): string {
  if (kind === 'invite_received' && !isConfirmed) return t`Accept or reject`
  if (kind === 'request_received' && isOpen) return t`Approve or reject`
  if ((kind === 'masjid_moved' || kind === 'slot_moved') && awaitsReconfirmation) return t`Confirm again`
  if (isOpen && kindsThatNeedKhateeb.includes(kind)) return t`Find another khateeb`
  return t`See the khutbah`
}

/** The kinds of news after which a masjid's slot needs another khateeb. */
const kindsThatNeedKhateeb: readonly NewsItem['kind'][] = [
  'invite_rejected',
  'khateeb_booked_elsewhere',
  'khateeb_withdrew',
  'khateeb_left',
]
