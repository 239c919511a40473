import { useLazyModule } from '../app/lazy-module.ts'
import type { AddKhutbahDialogProps } from './add-khutbah-dialog.tsx'

const load = () => import('./add-khutbah-dialog.tsx')

/** `AddKhutbahDialog`, whose module loads after the first paint. */
export function AddKhutbah(props: AddKhutbahDialogProps) {
  const module = useLazyModule(props.isOpen, load, props.onClose)
  return module === undefined ? null : <module.AddKhutbahDialog {...props} />
}
