import { t } from '@lingui/core/macro'
import { SquareCheckBig, UserMinus } from 'lucide-react'
import { type MouseEvent, useId } from 'react'
import { SlotTime } from '../app/slot-time.tsx'
import { useTargetRow } from '../members/use-target-row.ts'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { RemoveKhateeb } from '../proposals/remove-khateeb.tsx'
import { toneClass } from '../ui/tone.ts'
import { cellAttribute } from './arrow-keys.ts'
import { slotStatus } from './slot-status.ts'

interface BoardCellProps {
  slot: PostedSlot
  /** The position of the slot's column. */
  column: number
  /** Whether the header of the column shows the slot's time. */
  isUsualTime: boolean
  /** Whether Tab leads to this cell. Arrow keys lead to the others. */
  isTabStop: boolean
  /** The id of the text that names the slot's date. */
  dateId: string
  isSelected: boolean
  onFocus: () => void
  onPress: (event: MouseEvent) => void
}

/** A slot of a board: a button with its khateeb and status, and a button that removes the khateeb. A phone shows no status in words. */
export function BoardCell(props: BoardCellProps) {
  const { slot, column, isUsualTime, isTabStop, dateId, isSelected, onFocus, onPress } = props
  const id = useId()
  const { ref, isLit } = useTargetRow<HTMLButtonElement>(slot.slotId)
  const { tone, icon, text } = slotStatus(slot)
  const Icon = isSelected ? SquareCheckBig : icon
  const isConfirmed = tone === 'success'
  const tabIndex = isTabStop ? 0 : -1
  const content = (
    <>
      <Icon className="size-4 shrink-0" />
      <span className={`min-w-0 grow ${isConfirmed ? 'wide:line-clamp-2' : 'wide:line-clamp-3'}`}>
        <span className={`${classes.time} ${isUsualTime ? 'wide:sr-only' : ''}`}>
          <SlotTime time={slot.khutbahTime} startsAt={slot.startsAt} />
        </span>{' '}
        <span className={slot.khateebUid === null ? classes.noKhateeb : classes.khateeb}>
          {slot.khateebUid === null ? t`N/A` : <bdi>{slot.khateeb}</bdi>}
        </span>{' '}
        <span className={isConfirmed ? 'sr-only' : classes.status}>{text}</span>
      </span>
    </>
  )
  const className = `${classes.cell} ${toneClass[tone]} ${tone === 'open' && !isSelected ? '' : 'border-transparent'} ${tone === 'danger' ? '' : 'wide:bg-transparent'}`
  // The masjid can't change a slot that has begun.
  if (slot.begun) return <div className={className}>{content}</div>
  return (
    <div className="group relative flex min-w-0 wide:min-h-12 wide:grow">
      <button
        ref={ref}
        id={id}
        type="button"
        className={`${className} ${classes.button} ${isLit ? classes.lit : ''} ${isSelected ? classes.selected : ''}`}
        aria-describedby={dateId}
        aria-pressed={isSelected || undefined}
        tabIndex={tabIndex}
        {...{ [cellAttribute]: column }}
        data-slot={slot.slotId}
        {...(isLit && { 'data-lit': '' })}
        onFocus={onFocus}
        onClick={onPress}
      >
        {content}
      </button>
      <RemoveKhateeb slot={slot} describedBy={`${dateId} ${id}`}>
        {(open) => (
          <button
            type="button"
            className={classes.remove}
            aria-label={t`Remove Khateeb`}
            aria-describedby={`${dateId} ${id}`}
            title={t`Remove Khateeb`}
            tabIndex={tabIndex}
            onClick={open}
          >
            <UserMinus className="size-4" />
          </button>
        )}
      </RemoveKhateeb>
    </div>
  )
}

const classes = {
  cell: 'forced-edge flex min-h-12 min-w-0 grow flex-col items-center justify-center gap-0.5 rounded-control border px-1 py-0.5 text-center leading-tight wide:flex-row wide:gap-2 wide:rounded-sm wide:border-0 wide:ps-2.5 wide:py-1 wide:pe-1 wide:text-start',
  button: 'wide:hover:bg-sunken',
  lit: 'ring-3 ring-info',
  selected: 'ring-2 ring-accent ring-inset',
  time: 'text-[min(0.6875rem,4.4vw)]',
  khateeb: 'text-ink narrow:text-[min(0.6875rem,4.4vw)] narrow:wrap-anywhere wide:font-medium',
  noKhateeb: 'sr-only wide:not-sr-only wide:pe-1 wide:text-sm wide:text-muted',
  status: 'sr-only wide:not-sr-only wide:text-sm wide:font-medium',
  // Shown over the end of the name while the cell is hovered or focused. Hidden on touch screens: the slot's panel has the same button.
  remove:
    'absolute inset-y-1 end-1 grid w-8 place-items-center rounded-sm bg-surface text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-danger-soft hover:text-danger narrow:hidden pointer-coarse:hidden',
}
