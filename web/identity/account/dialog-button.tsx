import { type ComponentType, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface DialogButtonProps {
  Dialog: ComponentType<{ isOpen: boolean; onClose: () => void }>
  /** Whether the dialog is open at first. */
  isOpenAtFirst?: boolean
  /** The button's label. */
  children: string
}

/** A button that opens a dialog. */
export function DialogButton({ Dialog, isOpenAtFirst = false, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
