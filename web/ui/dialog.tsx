import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { useFocusAfterRemoval } from './focus-after-removal.ts'
import { useDialogStack } from './open-dialogs.ts'

interface DialogProps {
  onClose: () => void
  title: ReactNode
  /** Use `alertdialog` for a question that the user must answer. */
  role?: 'dialog' | 'alertdialog'
  /** Refreshes the dialog, like a screen, when other users change data. Other dialogs keep the data that the user saw on opening. */
  isLive?: boolean
  children: ReactNode
}

/**
 * A modal dialog, open while it is mounted. On a phone, it is a sheet at the bottom. It traps the focus, and restores it on
 * closing. A click outside doesn't close the dialog, because typed input would be lost.
 */
export function Dialog({ onClose, title, role = 'dialog', isLive = false, children }: DialogProps) {
  useDialogStack(onClose, isLive)
  const content = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(content)
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 flex animate-appear items-end justify-center bg-veil md:items-center md:p-6"
    >
      <Modal className="forced-edge max-h-[calc(var(--visual-viewport-height)-2rem)] w-full animate-rise overflow-y-auto has-[.sticky-bar]:scroll-pb-40 rounded-t-card bg-page shadow-raised md:max-w-form md:rounded-card">
        <AriaDialog
          role={role}
          ref={content}
          className="p-[min(1.25rem,6vw)] pb-[max(1.25rem,env(safe-area-inset-bottom))] outline-none md:p-6"
        >
          <div className="mb-4 flex items-start justify-between gap-[min(1rem,4vw)]">
            <Heading slot="title" className="mt-1.5 min-w-0 font-display text-xl font-semibold">
              {title}
            </Heading>
            <button
              type="button"
              className="-me-2 grid h-control w-icon-control shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
              aria-label={t`Close window`}
              onClick={onClose}
            >
              <X className="size-5" />
            </button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface DialogActionsProps {
  onCancel: () => void
  cancelText?: string | undefined
  /** The main button. */
  children: ReactNode
}

/** The buttons at the end of a dialog. On a phone they are stacked, and the main button is last, within the thumb's reach. */
export function DialogActions({ onCancel, cancelText = t`Cancel`, children }: DialogActionsProps) {
  return (
    <div className="mt-6 flex flex-col gap-3 md:flex-row md:flex-wrap md:justify-end">
      <Button variant="secondary" onClick={onCancel}>
        {cancelText}
      </Button>
      {children}
    </div>
  )
}
