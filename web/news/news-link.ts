import { t } from '@lingui/core/macro'
import type { Role } from '../../contract/endpoint.ts'
import { landingAtRow, type Path, paths } from '../../contract/screen-paths.ts'
import type { NewsItem } from './news-queries.ts'

interface NewsLink {
  readonly to: Path
  readonly text: string
}

/** Where the reader can do something about a piece of news; undefined if there is nothing to do or see. */
export function linkOf(item: NewsItem, role: Role): NewsLink | undefined {
  const { kind, rowId, masjid, khateeb } = item
  if (kind === 'approval_asked' && khateeb.uid !== null)
    return { to: paths.ourKhateeb(khateeb.uid), text: t`See the khateeb` }
  if (rowId !== null) return { to: landingAtRow(role, rowId), text: rowText(item) }
  if (kind === 'request_rejected' || kind === 'rival_confirmed')
    return { to: paths.nearbyMasjids, text: t`Find another masjid` }
  if ((kind === 'khateeb_removed' || kind === 'approval_given') && masjid.uid !== null)
    return { to: paths.masjidDetails(masjid.uid), text: t`Open the masjid’s page` }
  return undefined
}

/** What to do in the row that the news leads to. */
function rowText({ kind, isOpen, isConfirmed, awaitsReconfirmation }: NewsItem): string {
  if (kind === 'invite_received' && !isConfirmed) return t`Accept or reject`
  if (kind === 'request_received' && isOpen) return t`Approve or reject`
  if ((kind === 'masjid_moved' || kind === 'slot_moved') && awaitsReconfirmation) return t`Confirm again`
  if (isOpen && endedKinds.includes(kind)) return t`Find another khateeb`
  return t`See the khutbah`
}

/** After these, a masjid's slot needs another khateeb. */
const endedKinds: readonly NewsItem['kind'][] = [
  'invite_rejected',
  'khateeb_booked_elsewhere',
  'khateeb_withdrew',
  'khateeb_left',
]
