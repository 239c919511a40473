import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { ExpandableList } from '../members/expandable-list.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { targetRowId } from '../members/use-target-row.ts'
import { postedSlots } from '../proposals/posted-slots.ts'
import { type Preselection, useSlotSelection } from '../proposals/use-slot-selection.ts'
import { Button } from '../ui/button.tsx'
import { linkClass } from '../ui/link-class.ts'
import { messages } from '../words/season-board.en.po'
import type { BoardDate } from './board-columns.ts'
import { BoardTable } from './board-table.tsx'
import { moreFridaysAfter } from './more-fridays.ts'

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
 * The masjid's upcoming khutbahs without the slots under way, with buttons to change the selected slots, print the board and post more
 * Fridays.
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
          <BoardTable
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
