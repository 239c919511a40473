import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MasjidKhutbah, MasjidSlot } from '../directory/record-queries.ts'
import { Expandable } from '../members/expandable.tsx'
import { KhateebInHistory } from '../members/name-link.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { useMay } from '../members/use-may.ts'
import type { DatedSlot } from '../proposals/open-slots.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface Withdrawal extends DatedSlot {
  readonly withdrawal: NonNullable<MasjidSlot['withdrawal']>
}

/** The id of the section. */
export const withdrawalsId = 'withdrawals'

interface WithdrawalsProps {
  khutbahs: readonly MasjidKhutbah[]
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
}

/** The slots that lost their khateeb, soonest first: who withdrew, when and why, and a button to find another. */
export function Withdrawals({ khutbahs, onOpen }: WithdrawalsProps) {
  const withdrawals = withdrawalsIn(khutbahs)
  if (withdrawals.length === 0) return null
  return (
    <section id={withdrawalsId} tabIndex={-1} aria-label={t`Needs a Khateeb Again`} className="mb-6">
      <Expandable items={withdrawals} collapsedCount={2}>
        {(shown) => (
          <ul className="grid grid-cols-1 gap-3">
            {shown.map((it) => (
              <li key={it.slotId}>
                <WithdrawalNotice {...it} onFind={() => onOpen(it.slotId)} />
              </li>
            ))}
          </ul>
        )}
      </Expandable>
    </section>
  )
}

/** The upcoming slots from which a khateeb has withdrawn, and which have no other yet. */
export function withdrawalsIn(khutbahs: readonly MasjidKhutbah[]): Withdrawal[] {
  return khutbahs.flatMap(({ date, times }) =>
    times.flatMap(({ slotId, time, startsAt, withdrawal }) =>
      withdrawal === null
        ? []
        : [{ slotId, khutbahDate: date, khutbahTime: time.time, startsAt, withdrawal }],
    ),
  )
}

interface WithdrawalNoticeProps extends Withdrawal {
  onFind: () => void
}

function WithdrawalNotice({ khutbahDate, khutbahTime, startsAt, withdrawal, onFind }: WithdrawalNoticeProps) {
  const { khateeb, at, wallClock, reason } = withdrawal
  const titleId = useId()
  const isInviting = useMay()
  return (
    <Notice
      tone="danger"
      title={
        <span id={titleId}>
          <Trans>
            <CalendarDate value={khutbahDate} /> at <SlotTime time={khutbahTime} startsAt={startsAt} /> needs
            a khateeb
          </Trans>
        </span>
      }
      action={
        isInviting && (
          <Button aria-describedby={titleId} onClick={onFind}>
            {t`Find a Khateeb`}
          </Button>
        )
      }
    >
      <p>
        <Trans>
          <KhateebInHistory khateeb={khateeb} /> withdrew on <CalendarDate dayless value={wallClock.date} />{' '}
          at <SlotTime time={wallClock.time} startsAt={at} />.
        </Trans>
      </p>
      {reason !== null && <QuotedText text={reason} />}
    </Notice>
  )
}
