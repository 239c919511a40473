import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { Button } from '../ui/button.tsx'
import type { SlotToMove } from './move-slot-dialog.tsx'

const MoveSlotDialog = lazyDialog(async () => (await import('./move-slot-dialog.tsx')).MoveSlotDialog)

interface MoveSlotProps {
  slot: SlotToMove
  /** Ids of the texts that name the slot, for screen readers. */
  describedBy: string
  /** Called after a move, with the new date. */
  onMoved?: (date: string) => void
}

/** The button that opens the dialog in which a masjid moves a slot. Renders nothing for viewers. */
export function MoveSlot({ slot, describedBy, onMoved }: MoveSlotProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useHasRole('scheduler')) return null
  return (
    <>
      <Button variant="quiet" aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        {t`Move`}
      </Button>
      <MoveSlotDialog isOpen={isOpen} onClose={() => setIsOpen(false)} slot={slot} onMoved={onMoved} />
    </>
  )
}
