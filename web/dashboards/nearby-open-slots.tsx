import { t } from '@lingui/core/macro'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { formatDayAndDate, monthAndDayOf } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { Link } from '../app/link.tsx'
import { useHaveItemsMoved } from '../members/use-is-changing.ts'
import { type OpenSlot, OpenSlotRow } from '../proposals/open-slot-row.tsx'
import { Button } from '../ui/button.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { linkClass } from '../ui/link-class.ts'
import { List } from '../ui/list.tsx'
import { messages } from '../words/open-near-you.en.po'

lingui.load('en', messages)

/**
 * The closest open slots of one date, each with a button to request it. The khateeb chooses the date with buttons. A refresh never replaces
 * the chosen date with another one: the rows of two dates look alike, so a khateeb might request a slot of a date that he didn't choose.
 */
export function NearbyOpenSlots({ slots }: { slots: readonly OpenSlot[] }) {
  const [shown, setShown] = useState<string>()
  const [soonest] = slots
  if (shown === undefined && soonest !== undefined) setShown(soonest.date)
  const shownSlots = slots.filter((it) => it.date === shown)
  const haveMoved = useHaveItemsMoved(shownSlots.map((it) => it.slotId))
  if (shown === undefined || soonest === undefined) {
    return (
      <CompactEmptyState icon={CalendarSearch} title={t`No open slots within 50 miles.`}>
        {t`Open slots near you appear here, except at hours when you are already booked and on dates when you are away.`}
      </CompactEmptyState>
    )
  }
  const dates = [...new Set([shown, ...slots.map((it) => it.date)])].toSorted()
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset aria-label={t`Date`} className="flex min-w-0 flex-wrap gap-2">
        {dates.map((date) => (
          <DateButton key={date} date={date} isShown={date === shown} onChoose={() => setShown(date)} />
        ))}
      </fieldset>
      <h3 className="font-medium">{formatDayAndDate(shown)}</h3>
      {shownSlots.length === 0 ? (
        <p className="text-muted">{t`No more open slots on this date.`}</p>
      ) : (
        <List label={formatDayAndDate(shown)}>
          {shownSlots.map((slot) => (
            <OpenSlotRow key={slot.slotId} slot={slot} isChanging={haveMoved} />
          ))}
        </List>
      )}
      <p className="border-t border-line pt-3 text-muted">
        {t`Dates when you are away are left out.`}{' '}
        <Link to={paths.availability} className={linkClass}>
          {t`Set My Dates Away`}
        </Link>
      </p>
    </div>
  )
}

interface DateButtonProps {
  date: string
  isShown: boolean
  onChoose: () => void
}

function DateButton({ date, isShown, onChoose }: DateButtonProps) {
  const { month, day } = monthAndDayOf(date)
  return (
    <Button variant={isShown ? 'primary' : 'secondary'} aria-pressed={isShown} onClick={onChoose}>
      {`${month}\u00a0${day}`}
    </Button>
  )
}
