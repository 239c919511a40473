import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import { formatTime } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { SlotTime, useZoneLabel } from '../app/slot-time.tsx'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import type { SlotSelection } from '../proposals/use-slot-selection.ts'
import { messages } from '../words/season-board.en.po'
import { cellAfterKey, cellAttribute } from './arrow-keys.ts'
import { BoardCell } from './board-cell.tsx'
import { type BoardDate, slotsByColumn, usualTimes } from './board-columns.ts'
import { formatDayInMonth, formatMonth } from './board-date.ts'
import { openCountText } from './open-count.ts'
import { useSlotSelectionHandlers } from './slot-selection-handlers.ts'

lingui.load('en', messages)

interface BoardTableProps {
  dates: readonly BoardDate[]
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
  /** Undefined for viewers. */
  selection: SlotSelection | undefined
  /** Called with the time of a column, HH:MM, when the user presses its header. */
  onSelectTime: (time: string) => void
}

/**
 * The table of the season board: a row for each date, a column for each usual time, and a heading for each month. On a phone, each date is
 * a line. Arrow keys move between the slots, and Space selects, as in the grid pattern of the ARIA Authoring Practices. With Ctrl or Shift,
 * presses and keys select several slots, as in a spreadsheet.
 */
export function BoardTable({ dates, onOpen, selection, onSelectTime }: BoardTableProps) {
  const zoneOf = useZoneLabel()
  const all = dates.flatMap(({ slots }) => slots)
  const [lastFocused, setLastFocused] = useState<string>()
  const ids = all.filter(({ begun }) => !begun).map(({ slotId }) => slotId)
  const tabStop = ids.find((it) => it === lastFocused) ?? ids[0]
  const times = usualTimes(dates)
  // A column's header names the time zone of its first slot. Later slots may have another one, such as EDT after EST.
  const heads = times.map((time) => all.find(({ khutbahTime }) => khutbahTime === time))
  const labelOf = (slot: PostedSlot | undefined) => slot && formatTime(slot.khutbahTime, zoneOf(slot))
  const id = useId()
  const rows = dates.map(({ slots }) => slotsByColumn(slots, times))
  const { press, selectBetween, selectBySpace } = useSlotSelectionHandlers(rows, selection, onOpen)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (selectBySpace(event)) return
    if (event.key === 'Escape' && selection !== undefined && selection.ids.size > 0) {
      event.preventDefault()
      selection.select(new Set())
      return
    }
    const [from, to] = moveFocus(event)
    if (event.shiftKey) selectBetween(from, to)
  }
  return (
    <table
      // In the grid pattern of the ARIA Authoring Practices, the cells are focusable, not the table.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      className="season-board block"
      aria-label={t`Upcoming Khutbahs`}
      aria-multiselectable={selection !== undefined}
      onKeyDown={onKeyDown}
      onKeyUp={selectBySpace}
    >
      <thead className="block narrow:hidden wide:sticky wide:top-bar wide:z-10 wide:bg-surface">
        <tr className={classes.row}>
          <th scope="col" className={classes.head}>
            <span className="sr-only">{t`Date`}</span>
          </th>
          {heads.map(
            (slot, column) =>
              slot !== undefined && (
                <th key={slot.khutbahTime} scope="col" className={classes.head}>
                  <ColumnHeader slot={slot} column={column} onSelect={selection && onSelectTime} />
                </th>
              ),
          )}
        </tr>
      </thead>
      {groupByMonth(dates).map(({ month, dates: ofMonth }) => (
        <tbody key={month} className="block">
          <tr className="block">
            <th scope="rowgroup" colSpan={times.length + 1} className={classes.month}>
              <span>{month}</span>
            </th>
          </tr>
          {ofMonth.map((row) => {
            const { date, slots } = row
            const dateId = `${id}-${date}`
            return (
              <tr key={date} className={classes.row}>
                <th scope="row" className={classes.date}>
                  <span id={dateId} className="sr-only">
                    <CalendarDate value={date} />
                  </span>
                  <span aria-hidden="true">{formatDayInMonth(date)}</span>
                </th>
                {rows[dates.indexOf(row)]?.map((cell, column) => (
                  <td key={times[column]} className={cell.length === 0 ? classes.empty : classes.cell}>
                    {cell.map((slot) => (
                      <BoardCell
                        key={slot.slotId}
                        slot={slot}
                        column={column}
                        isUsualTime={labelOf(slot) === labelOf(heads[column])}
                        isTabStop={slot.slotId === tabStop}
                        dateId={dateId}
                        onFocus={() => setLastFocused(slot.slotId)}
                        isSelected={selection?.ids.has(slot.slotId) === true}
                        onPress={(event) => press(slot.slotId, event)}
                      />
                    ))}
                  </td>
                ))}
                <td className={classes.summary}>{openCountText(slots)}</td>
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}

interface ColumnHeaderProps {
  slot: PostedSlot
  column: number
  onSelect: BoardTableProps['onSelectTime'] | undefined
}

/** The time of a column. A press selects all slots at this time, to change them together. */
function ColumnHeader({ slot, column, onSelect }: ColumnHeaderProps) {
  const time = <SlotTime time={slot.khutbahTime} startsAt={slot.startsAt} />
  if (onSelect === undefined) return time
  return (
    <button
      type="button"
      className="forced-edge -ms-2 inline-flex min-h-control items-center rounded-control px-2 font-semibold hover:bg-accent-soft hover:text-accent-strong"
      title={t`Select all at this time`}
      // Tab skips this button. The arrow keys lead to it, as to the slots.
      tabIndex={-1}
      {...{ [cellAttribute]: column }}
      onClick={() => onSelect(slot.khutbahTime)}
    >
      {time}
    </button>
  )
}

const classes = {
  // On a phone, the slots are between the date and the summary, which are in the padding. Slots that don't fit there wrap to the next line.
  row: 'relative grid grid-cols-[repeat(auto-fill,minmax(3.75rem,1fr))] gap-1 border-t border-line ps-[calc(min(3.75rem,19vw)+0.25rem)] pe-[calc(min(3.5rem,17vw)+0.25rem)] py-1.5 wide:auto-cols-fr wide:grid-flow-col wide:grid-cols-[5.25rem] wide:gap-0 wide:p-0',
  head: 'px-2.5 py-2 text-start font-display font-semibold',
  month: 'block border-t border-line bg-sunken px-2 py-1 text-start text-sm font-semibold text-muted',
  date: 'absolute start-0 top-1.5 flex min-h-12 w-[min(3.75rem,19vw)] items-center text-start font-semibold wide:static wide:w-auto wide:px-2',
  cell: 'grid min-w-0 gap-1 wide:flex wide:flex-col wide:gap-0 wide:border-s wide:border-line',
  empty: 'narrow:hidden wide:border-s wide:border-line',
  summary:
    'absolute end-0 top-1.5 flex min-h-12 w-[min(3.5rem,17vw)] items-center justify-end wrap-anywhere text-end text-sm text-muted wide:hidden',
}

function groupByMonth(dates: readonly BoardDate[]): { month: string; dates: BoardDate[] }[] {
  const months = new Map<string, BoardDate[]>()
  for (const it of dates) {
    const month = formatMonth(it.date)
    months.set(month, [...(months.get(month) ?? []), it])
  }
  return [...months].map(([month, ofMonth]) => ({ month, dates: ofMonth }))
}

/**
 * Moves the focus after a key press. Returns the ids of the slots that the focus left and reached; an empty array if the focus stays.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): (string | undefined)[] {
  const { target, currentTarget } = event
  const cell = target instanceof Element ? target.closest<HTMLElement>(`[${cellAttribute}]`) : null
  const next = cell && cellAfterKey(currentTarget, cell, event)
  if (!next) return []
  event.preventDefault()
  next.focus()
  return [cell, next].map((it) => it.dataset['slot'])
}
