import { type ComponentType, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface DialogButtonProps {
  Dialog: ComponentType<{ isOpen: boolean; onClose: () => void }>
  /** The button's label. */
  children: string
}

/** A button that opens a dialog. */
export function DialogButton({ Dialog, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
