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

interface RequestSeveralProps {
  masjid: Pick<Masjid, 'uid' | 'masjidName'>
  /** What the screen has of the masjid's khutbahs: a single slot needs no dialog. Without them, the khateeb may request some. */
  khutbahs?: readonly Khutbah[]
  /** The id of a text that names the masjid. */
  describedBy?: string
}

/** A button with which a khateeb chooses slots of a masjid, to request them together. */
export function RequestSeveral({ masjid, khutbahs, describedBy }: RequestSeveralProps) {
  const [isOpen, setIsOpen] = useState(false)
  // React drops presses on a part that it has not hydrated, and this script loads late.
  const isHydrating = useIsHydrating()
  const slots = khutbahs && requestableDates(khutbahs).flatMap((it) => it.slots)
  if (slots !== undefined && slots.length < 2) return null
  return (
    <>
      <Button
        variant="secondary"
        aria-describedby={describedBy}
        busy={isHydrating}
        onClick={() => setIsOpen(true)}
      >
        {t`Request Slots`}
      </Button>
      <RequestSlotsDialog isOpen={isOpen} masjid={masjid} onClose={() => setIsOpen(false)} />
    </>
  )
}
