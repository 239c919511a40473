import { lazyDialog } from '../app/lazy-dialog.tsx'
import type { RequestSlotsDialogProps } from './request-slots-dialog.tsx'

/** Loads the script of the dialog. */
export const loadRequestSlotsDialog = async () =>
  (await import('./request-slots-dialog.tsx')).RequestSlotsDialog

/** The dialog in which a khateeb requests several slots of a masjid. */
export const RequestSlotsDialog = lazyDialog<RequestSlotsDialogProps>(loadRequestSlotsDialog)
