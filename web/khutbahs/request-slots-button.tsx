import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { useIsHydrating } from '../app/use-is-hydrating.ts'
import type { Khutbah, Masjid } from '../directory/masjid-queries.ts'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/several-requests.en.po'
import { requestableDates } from './requestable-dates.ts'

lingui.load('en', messages)

const RequestSlotsDialog = lazyDialog(
  async () => (await import('./request-slots-dialog.tsx')).RequestSlotsDialog,
)

interface RequestSlotsButtonProps {
  masjid: Pick<Masjid, 'uid' | 'masjidName'>
  /**
   * The masjid's khutbahs, if loaded. If the khateeb may request fewer than two of their slots, the button is not shown while the dialog is
   * closed.
   */
  khutbahs?: readonly Khutbah[]
  /** The id of a text that names the masjid. */
  describedBy?: string
  /** Ignores presses, because the list around the button is changing. */
  isLoading?: boolean
}

/** A button that opens the dialog in which a khateeb requests several slots of a masjid. */
export function RequestSlotsButton({
  masjid,
  khutbahs,
  describedBy,
  isLoading = false,
}: RequestSlotsButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  // This script loads late, and React drops presses on a button that it has not hydrated yet.
  const isHydrating = useIsHydrating()
  const slots = khutbahs && requestableDates(khutbahs).flatMap((it) => it.slots)
  if (slots !== undefined && slots.length < 2 && !isOpen) return null
  return (
    <>
      <Button
        variant="secondary"
        aria-describedby={describedBy}
        busy={isHydrating || isLoading}
        onClick={() => setIsOpen(true)}
      >
        {t`Request Slots`}
      </Button>
      <RequestSlotsDialog isOpen={isOpen} masjid={masjid} onClose={() => setIsOpen(false)} />
    </>
  )
}
