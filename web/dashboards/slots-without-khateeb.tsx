import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MasjidRecord, MasjidSlot } from '../directory/record-queries.ts'
import { ExpandableList } from '../members/expandable-list.tsx'
import { KhateebInHistory } from '../members/name-link.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { requestCountOf } from '../proposals/posted-slots.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type SlotInNeed, slotsInNeed, slotsWithoutKhateebId } from './slots-in-need.ts'

interface SlotsWithoutKhateebProps {
  masjid: MasjidRecord
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
}

/** The `slotsInNeed`, each with a button to find a khateeb, or to answer the requests for the slot. */
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
                <SlotNotice slot={it} onOpen={() => onOpen(it.slotId)} />
              </li>
            ))}
          </ul>
        )}
      </ExpandableList>
    </section>
  )
}

interface SlotNoticeProps {
  slot: SlotInNeed
  onOpen: () => void
}

function SlotNotice({ slot, onOpen }: SlotNoticeProps) {
  const { khutbahDate, khutbahTime, startsAt, withdrawal } = slot
  const titleId = useId()
  const maySchedule = useHasRole('scheduler')
  const requestCount = requestCountOf(slot)
  const isRequested = requestCount > 0
  return (
    <Notice
      tone={isRequested ? 'warning' : 'danger'}
      title={
        <span id={titleId}>
          {isRequested ? (
            <Trans>
              <CalendarDate value={khutbahDate} /> at <SlotTime time={khutbahTime} startsAt={startsAt} />:{' '}
              <Plural
                value={requestCount}
                one="# request is waiting for your answer"
                other="# requests are waiting for your answer"
              />
            </Trans>
          ) : (
            <Trans>
              <CalendarDate value={khutbahDate} /> at <SlotTime time={khutbahTime} startsAt={startsAt} />{' '}
              needs a khateeb
            </Trans>
          )}
        </span>
      }
      action={
        maySchedule && (
          <Button aria-describedby={titleId} onClick={onOpen}>
            {isRequested ? t`Answer` : t`Find a Khateeb`}
          </Button>
        )
      }
    >
      {withdrawal === null ? undefined : <WithdrawalText {...withdrawal} />}
    </Notice>
  )
}

/** Says who withdrew, when and why, or that the khateeb has deleted his account. */
function WithdrawalText({ khateeb, at, wallClock, reason }: NonNullable<MasjidSlot['withdrawal']>) {
  if (reason === null) return <p>{t`The khateeb of this slot has left Minbar.`}</p>
  return (
    <>
      <p>
        <Trans>
          <KhateebInHistory khateeb={khateeb} /> withdrew on <CalendarDate dayless value={wallClock.date} />{' '}
          at <SlotTime time={wallClock.time} startsAt={at} />.
        </Trans>
      </p>
      <QuotedText text={reason} />
    </>
  )
}
