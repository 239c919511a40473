import type { ComponentProps } from 'react'
import { useLazyModule } from '../app/lazy-module.ts'
import type { ConfirmDialog } from '../ui/confirm-dialog.tsx'

const load = () => import('../ui/confirm-dialog.tsx')

/** `ConfirmDialog`, preloaded after the first paint. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const module = useLazyModule(props.isOpen, load, props.onClose)
  return module === undefined ? null : <module.ConfirmDialog {...props} />
}
