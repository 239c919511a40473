import { t } from '@lingui/core/macro'
import { Dialog } from '../ui/dialog.tsx'
import { AddKhutbahForm, type PostingMasjid } from './add-khutbah-form.tsx'

export interface AddKhutbahDialogProps {
  isOpen: boolean
  onClose: () => void
  masjid: PostingMasjid
}

/** The dialog in which a masjid posts a date with its slots. */
export function AddKhutbahDialog({ isOpen, onClose, masjid }: AddKhutbahDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Add New Khutbah`}>
      <AddKhutbahForm masjid={masjid} onClose={onClose} />
    </Dialog>
  )
}
