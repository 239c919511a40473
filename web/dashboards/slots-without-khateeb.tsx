import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MasjidRecord, MasjidSlot } from '../directory/record-queries.ts'
import { ExpandableList } from '../members/expandable-list.tsx'
import { KhateebInHistory } from '../members/name-link.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import type { DatedSlot } from '../proposals/open-slots.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { slotsWithoutKhateebId } from './slots-in-need.ts'

interface SlotInNeed extends DatedSlot {
  readonly withdrawal: MasjidSlot['withdrawal']
}

interface SlotsWithoutKhateebProps {
  masjid: MasjidRecord
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
}

/** This week's open slots, and later ones whose khateeb withdrew. Soonest first, each with a button to find a khateeb. */
export function SlotsWithoutKhateeb({ masjid, onOpen }: SlotsWithoutKhateebProps) {
  const slots = slotsInNeed(masjid)
  if (slots.length === 0) return null
  return (
    <section id={slotsWithoutKhateebId} tabIndex={-1} aria-label={t`Needs a Khateeb`} className="mb-6">
      <ExpandableList name="needs-khateeb" items={slots} collapsedCount={2}>
        {(shown) => (
          <ul className="grid grid-cols-1 gap-3">
            {shown.map((it) => (
              <li key={it.slotId}>
                <SlotNotice {...it} onFind={() => onOpen(it.slotId)} />
              </li>
            ))}
          </ul>
        )}
      </ExpandableList>
    </section>
  )
}

function slotsInNeed({ khutbahs, openThisWeek }: MasjidRecord): SlotInNeed[] {
  const open = khutbahs.flatMap(({ date, times }) =>
    times
      .filter((it) => it.khateebUid === null && !it.begun)
      .map(({ slotId, time, startsAt, withdrawal }) => ({
        slotId,
        khutbahDate: date,
        khutbahTime: time.time,
        startsAt,
        withdrawal,
      })),
  )
  // The server decides how many slots are this week's. They are the soonest.
  return open.filter(({ withdrawal }, position) => position < openThisWeek || withdrawal !== null)
}

interface SlotNoticeProps extends SlotInNeed {
  onFind: () => void
}

function SlotNotice({ khutbahDate, khutbahTime, startsAt, withdrawal, onFind }: SlotNoticeProps) {
  const titleId = useId()
  const mayInvite = useHasRole('scheduler')
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
        mayInvite && (
          <Button aria-describedby={titleId} onClick={onFind}>
            {t`Find a Khateeb`}
          </Button>
        )
      }
    >
      {withdrawal === null ? undefined : <WithdrawalText {...withdrawal} />}
    </Notice>
  )
}

/** Says who withdrew, when and why. */
function WithdrawalText({ khateeb, at, wallClock, reason }: NonNullable<MasjidSlot['withdrawal']>) {
  return (
    <>
      <p>
        <Trans>
          <KhateebInHistory khateeb={khateeb} /> withdrew on <CalendarDate dayless value={wallClock.date} />{' '}
          at <SlotTime time={wallClock.time} startsAt={at} />.
        </Trans>
      </p>
      {reason !== null && <QuotedText text={reason} />}
    </>
  )
}
