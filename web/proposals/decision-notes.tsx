import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { getUser } from '../../contract/own-records.ts'
import { formatList, formatMiles } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import { UserText } from '../ui/user-text.tsx'

type Invite = OutputOf<typeof getUser>['invites'][number]
type ClosedProposalCounts = Invite['closesCount']
type UnreachableSlot = Invite['tooFarFrom']

/** What a khateeb should know before he accepts an invite. */
export function AcceptNotes({ closesCount, tooFarFrom }: Pick<Invite, 'closesCount' | 'tooFarFrom'>) {
  return (
    <>
      <ClosedProposalsNote closes={closedByAcceptText(closesCount)} />
      <TooFarApartNote slot={tooFarFrom} />
    </>
  )
}

interface ApproveNotesProps {
  closesCount: ClosedProposalCounts
  tooFarFromOther: boolean
}

/** What a masjid should know before it approves a request. */
export function ApproveNotes({ closesCount, tooFarFromOther }: ApproveNotesProps) {
  return (
    <>
      <ClosedProposalsNote closes={closedByApproveText(closesCount)} />
      {tooFarFromOther && (
        <DecisionNote icon={TriangleAlert} isWarning>
          {t`This khateeb also gives a khutbah somewhere else around that time, and may be too late for one of them.`}
        </DecisionNote>
      )}
    </>
  )
}

/** Warns a khateeb that he may not reach another of his slots in time. */
export function TooFarApartNote({ slot }: { slot: UnreachableSlot }) {
  if (slot === null) return null
  const { masjidName, khutbahDate, khutbahTime, distance, ...start } = slot
  const far = distance < 1 ? t`less than a mile` : formatMiles(distance)
  return (
    <DecisionNote icon={TriangleAlert} isWarning>
      <Trans>
        You also give the khutbah at <UserText text={masjidName} /> on{' '}
        <CalendarDate value={khutbahDate} dayless /> at <SlotTime time={khutbahTime} {...start} />,{' '}
        <UserText text={far} /> away. You may be too late for one of them.
      </Trans>
    </DecisionNote>
  )
}

function ClosedProposalsNote({ closes }: { closes: string | undefined }) {
  return closes === undefined ? null : <DecisionNote icon={Info}>{closes}</DecisionNote>
}

function closedByAcceptText({ invites, requests }: ClosedProposalCounts): string | undefined {
  const what = listOf(
    invites > 0 && plural(invites, { one: '# other invite', other: '# other invites' }),
    requests > 0 && plural(requests, { one: '# request of yours', other: '# requests of yours' }),
  )
  return what === '' ? undefined : t`Accepting closes ${what} at that hour.`
}

function closedByApproveText({ invites, requests }: ClosedProposalCounts): string | undefined {
  const what = listOf(
    requests > 0 && plural(requests, { one: '# other request', other: '# other requests' }),
    invites > 0 && plural(invites, { one: '# invite of yours', other: '# invites of yours' }),
  )
  return what === '' ? undefined : t`Approving closes ${what} at that hour.`
}

function listOf(...parts: readonly (string | false)[]): string {
  return formatList(parts.filter((it) => it !== false))
}

interface DecisionNoteProps {
  icon: LucideIcon
  isWarning?: boolean
  children: ReactNode
}

/** A line in small print above the buttons that answer a proposal. */
function DecisionNote({ icon: Icon, isWarning = false, children }: DecisionNoteProps) {
  return (
    <p className={`mt-1 flex items-start gap-1.5 text-sm ${isWarning ? 'text-warning' : 'text-muted'}`}>
      <Icon className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
