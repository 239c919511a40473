import { useLazyModule } from '../app/lazy-module.ts'
import type { AddKhutbahDialogProps } from './add-khutbah-dialog.tsx'

const load = () => import('./add-khutbah-dialog.tsx')

/** The window in which a masjid posts a date with its slots; its form is loaded once the screen stands. */
export function AddKhutbah(props: AddKhutbahDialogProps) {
  const module = useLazyModule(props.isOpen, load, props.onClose)
  return module === undefined ? null : <module.AddKhutbahDialog {...props} />
}
