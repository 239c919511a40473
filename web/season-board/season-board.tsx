import { plural, t } from '@lingui/core/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { formatTime } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { SlotTime, useZoneLabel } from '../app/slot-time.tsx'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { ExpandableList } from '../members/expandable-list.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { targetRowId } from '../members/use-target-row.ts'
import { type PostedSlot, postedSlots } from '../proposals/posted-slots.ts'
import { type Preselection, type SlotSelection, useSlotSelection } from '../proposals/use-slot-selection.ts'
import { Button } from '../ui/button.tsx'
import { linkClass } from '../ui/link-class.ts'
import { messages } from '../words/season-board.en.po'
import { cellAfterKey, cellAttribute } from './arrow-keys.ts'
import { BoardCell } from './board-cell.tsx'
import { type BoardDate, slotsByColumn, usualTimes } from './board-columns.ts'
import { formatDayInMonth, formatMonth } from './board-date.ts'
import { moreFridaysAfter } from './more-fridays.ts'
import { openCountText } from './open-count.ts'
import { useSlotSelectionHandlers } from './slot-selection-handlers.ts'

lingui.load('en', messages)

/** How many dates are shown at first: the Fridays of three months, which fit on a printed page. */
const datesPerPage = 13

/** How many Fridays `PostMoreDialog` posts: about a month. */
const fridayCountToPost = 4

const PostMoreDialog = lazyDialog(async () => (await import('./post-more-dialog.tsx')).PostMoreDialog)

interface SeasonBoardProps {
  masjid: Pick<MasjidRecord, 'khutbahs' | 'underWay'>
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
  /** Opens the dialog for several slots. */
  onChangeSeveral: (preselection: Preselection) => void
}

/**
 * The masjid's upcoming khutbahs without the slots under way: a row for each date, a column for each usual time, and a heading for each
 * month. On a phone, each date is a line. Arrow keys move between the slots, and Space selects, as in the grid pattern of the ARIA
 * Authoring Practices. With Ctrl or Shift, presses and keys select several slots, as in a spreadsheet.
 */
export function SeasonBoard({ masjid, onOpen, onChangeSeveral }: SeasonBoardProps) {
  const all = masjid.khutbahs.map((khutbah) => ({ date: khutbah.date, slots: postedSlots(khutbah) }))
  const dates = withoutSlots(all, masjid.underWay)
  const maySchedule = useHasRole('scheduler')
  const [isPosting, setIsPosting] = useState(false)
  const stored = useSlotSelection()
  const selected = dates
    .flatMap(({ slots }) => slots)
    .filter(({ slotId, begun }) => !begun && stored.ids.has(slotId))
    .map(({ slotId }) => slotId)
  // Leaves out slots that were removed or have begun since they were selected.
  const selection = { ...stored, ids: new Set(selected) }
  const { search } = useLocation()
  const row = targetRowId(search)
  const rowPosition = dates.findIndex(({ slots }) => slots.some(({ slotId }) => slotId === row))
  const more = moreFridaysAfter(all, fridayCountToPost)
  return (
    <div className="@container/board print:[container-type:normal]">
      <ExpandableList name="board" items={dates} collapsedCount={Math.max(datesPerPage, rowPosition + 1)}>
        {(shown) => (
          <Board
            dates={shown}
            onOpen={onOpen}
            selection={maySchedule ? selection : undefined}
            onSelectTime={(time) => onChangeSeveral({ ids: idsAt(dates, time) })}
          />
        )}
      </ExpandableList>
      <div
        className={
          selected.length === 0
            ? 'sr-only'
            : 'sticky-bar sticky bottom-[calc(var(--spacing-bar)+env(safe-area-inset-bottom))] z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface py-3 md:bottom-0 print:hidden'
        }
      >
        <output className="grow">
          {selected.length > 0 &&
            plural(selected.length, { one: '# khutbah selected', other: '# khutbahs selected' })}
        </output>
        {selected.length > 0 && (
          <>
            <Button
              onClick={() => onChangeSeveral({ ids: selected, deselect: selection.deselect })}
            >{t`Change Selected`}</Button>
            <Button variant="secondary" onClick={() => selection.select(new Set())}>
              {t`Clear`}
            </Button>
          </>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-end gap-x-4 print:hidden">
        {maySchedule && dates.length > 1 && (
          <p className="grow text-sm text-muted narrow:hidden">{t`Hold Ctrl, ⌘ or Shift, or press Space, to select several.`}</p>
        )}
        <button
          type="button"
          className={`min-h-control narrow:hidden ${linkClass}`}
          onClick={() => window.print()}
        >
          {t`Print`}
        </button>
        <a
          className={`inline-flex min-h-control min-w-control items-center justify-center ${linkClass}`}
          // Passes the screen's query string on, because it may name the party that the user acts for.
          href={`/masjids/me/season.csv${search}`}
          download
        >
          {t`CSV`}
        </a>
      </div>
      {more !== undefined && maySchedule && (
        <div className="mt-3 print:hidden">
          <Button variant="soft" wide onClick={() => setIsPosting(true)}>
            {t`Post ${fridayCountToPost} More Fridays Like These`}
          </Button>
          <PostMoreDialog isOpen={isPosting} onClose={() => setIsPosting(false)} fridays={more} />
        </div>
      )}
    </div>
  )
}

interface BoardProps extends Pick<SeasonBoardProps, 'onOpen'> {
  dates: readonly BoardDate[]
  /** Undefined for viewers. */
  selection: SlotSelection | undefined
  /** Called with the time of a column, HH:MM, when the user presses its header. */
  onSelectTime: (time: string) => void
}

function Board({ dates, onOpen, selection, onSelectTime }: BoardProps) {
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
  onSelect: BoardProps['onSelectTime'] | undefined
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

/** Returns the dates without the slots in `omitted`, which another section of the screen shows. */
function withoutSlots(
  dates: readonly BoardDate[],
  omitted: readonly { readonly slotId: string }[],
): BoardDate[] {
  const ids = new Set(omitted.map(({ slotId }) => slotId))
  return dates
    .map(({ date, slots }) => ({ date, slots: slots.filter((it) => !ids.has(it.slotId)) }))
    .filter(({ slots }) => slots.length > 0)
}

function idsAt(dates: readonly BoardDate[], time: string): string[] {
  return dates
    .flatMap(({ slots }) => slots)
    .filter(({ khutbahTime, begun }) => khutbahTime === time && !begun)
    .map(({ slotId }) => slotId)
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
