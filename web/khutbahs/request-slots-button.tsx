import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { useIsHydrating } from '../app/use-is-hydrating.ts'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/several-requests.en.po'
import { loadRequestSlotsDialog } from './lazy-request-slots-dialog.ts'

lingui.load('en', messages)

interface RequestSlotsButtonProps {
  /** The id of a text that names the masjid. */
  describedBy?: string
  /** Ignores presses, because the list around the button is changing. */
  isChanging?: boolean
  /** Opens the dialog. */
  onOpen: () => void
}

/** The button for the dialog in which a khateeb requests several slots of a masjid. */
export function RequestSlotsButton({ describedBy, isChanging = false, onOpen }: RequestSlotsButtonProps) {
  // This script loads late, and React drops presses on a button that it has not hydrated yet. So the button is busy until then.
  const isHydrating = useIsHydrating()
  usePreload(loadRequestSlotsDialog)
  return (
    <Button
      variant="secondary"
      aria-describedby={describedBy}
      busy={isHydrating || isChanging}
      onClick={onOpen}
    >
      {t`Request Slots`}
    </Button>
  )
}
