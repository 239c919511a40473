import { plural, t } from '@lingui/core/macro'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { acceptInvite } from '../../contract/proposals.ts'
import { formatDate, formatList, formatTime } from '../app/format.ts'
import { zoneLabelOf } from '../app/slot-time.tsx'

type ClosedProposal = OutputOf<typeof acceptInvite>['closed'][number]

/** How many closed proposals a toast names. */
const maxNamedProposals = 3

/** Returns a sentence that names the proposals which an action closed; undefined if it closed none. */
export function closedProposalsText(closed: readonly ClosedProposal[]): string | undefined {
  if (closed.length === 0) return undefined
  const named = closed.slice(0, maxNamedProposals).map(nameOf)
  const omitted = closed.length - named.length
  const items = formatList(
    omitted === 0 ? named : [...named, plural(omitted, { one: '# more', other: '# more' })],
  )
  return t`Also closed: ${items}.`
}

function nameOf({
  kind,
  masjidName,
  khateebName,
  khutbahDate,
  khutbahTime,
  ...start
}: ClosedProposal): string {
  const date = formatDate(khutbahDate)
  const time = formatTime(khutbahTime, zoneLabelOf(start))
  if (masjidName !== undefined) {
    return kind === 'invite'
      ? t`the invite from ${masjidName} for ${date} at ${time}`
      : t`your request to ${masjidName} for ${date} at ${time}`
  }
  const name = khateebName ?? ''
  return kind === 'invite'
    ? t`your invite to ${name} for ${date} at ${time}`
    : t`the request from ${name} for ${date} at ${time}`
}
