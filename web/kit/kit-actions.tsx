import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFailure, showInfo, showSuccess } from '../ui/toasts.tsx'

const variants = ['primary', 'soft', 'secondary', 'quiet', 'danger'] as const

export function KitActions() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const close = () => setOpen(undefined)
  return (
    <Card title="Buttons, dialogs, toasts">
      <div className="grid gap-4">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} busy busyText="Saving...">
              Save
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </div>
        ))}
        <div className="flex items-center gap-3">
          <MenuButton isOpen={isMenuOpen} onToggle={() => setIsMenuOpen(!isMenuOpen)} controls="kit-menu" />
          <span id="kit-menu">{isMenuOpen ? 'The menu is open.' : 'The menu is closed.'}</span>
        </div>
        <div className="max-w-72">
          <Button variant="secondary" wide>
            A button whose words are too many for one line of it
          </Button>
        </div>
        <Button size="large" wide>
          <CalendarPlus className="size-5" />
          Large and wide
        </Button>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            Ask first
          </Button>
          <Button variant="secondary" onClick={() => showSuccess('Khutbah added successfully!')}>
            Success
          </Button>
          <Button
            variant="secondary"
            onClick={() => showFailure('Network error. Please check your connection.')}
          >
            Failure
          </Button>
          <Button variant="secondary" onClick={() => showInfo('Something by the way.')}>
            Info
          </Button>
        </div>
      </div>
      {open === 'dialog' && (
        <Dialog onClose={close} title="Add New Khutbah">
          <div className="grid gap-4">
            <TextField label="Date" type="date" />
            <TextField label="First khutbah" type="time" />
          </div>
          <DialogActions onCancel={close} cancelText="Close">
            <Button onClick={() => showSuccess('A toast over the dialog.')}>Add Khutbah</Button>
          </DialogActions>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          onClose={close}
          onConfirm={close}
          title="Remove Yusuf Ali from this slot?"
          confirmText="Remove Khateeb"
          busy={false}
          busyText="Removing..."
        >
          <p>He will get an e-mail. The slot opens again for others.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
