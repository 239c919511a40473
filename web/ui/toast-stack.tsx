import './toasts.css'
import { t } from '@lingui/core/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useRef } from 'react'
import { type Id, ToastContainer, toast } from 'react-toastify/unstyled'
import { registerToast } from './shown-toasts.ts'
import { useToastFocus } from './toast-focus.ts'
import { useToastPlace } from './toast-place.ts'

export interface ToastOptions {
  /** The second line: why an action failed, or what else it changed. */
  readonly reason?: string | undefined
  /** How long the toast is shown, in milliseconds. The default is 5000, or 10000 with an undo button. */
  readonly duration?: number | undefined
  /** A button that undoes the action of the toast. */
  readonly undo?: Undo | undefined
  /**
   * What the toast is about, such as a form or a slot. The toast replaces earlier toasts whose scope starts with its own scope, because
   * their text may no longer be true.
   */
  readonly scope?: string | undefined
}

interface Undo {
  readonly label: string
  readonly run: () => void
}

export interface ToastMessage extends ToastOptions {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
}

/** In milliseconds. It takes longer to decide whether to undo than to read the toast. */
const undoTime = 10_000

const shownMessages = new Map<Id, ToastMessage>()

/**
 * Adds a toast, even before `ToastStack` is mounted. Closes the earlier toasts with the same text, and those that it replaces by its scope
 * (see `ToastOptions`). Screen readers announce an error assertively, other kinds politely.
 */
export function addToast(message: ToastMessage): void {
  for (const [id, earlier] of shownMessages) if (isReplaced(earlier, message)) toast.dismiss(id)
  const { kind, text, reason, undo, duration = undo && undoTime } = message
  const content =
    reason === undefined && undo === undefined ? (
      text
    ) : (
      <div>
        <p>{text}</p>
        {reason !== undefined && <p className="toast-reason">{reason}</p>}
        {undo && <UndoButton undo={undo} close={() => toast.dismiss(id)} />}
      </div>
    )
  const id: Id = toast(content, {
    type: kind,
    onClose: () => {
      shownMessages.delete(id)
      unregister()
    },
    role: kind === 'error' ? 'alert' : 'status',
    ...(duration !== undefined && { autoClose: duration }),
  })
  shownMessages.set(id, message)
  const unregister = registerToast({ text, close: () => toast.dismiss(id) })
}

function isReplaced(earlier: ToastMessage, later: ToastMessage): boolean {
  const isSameText = earlier.kind === later.kind && earlier.text === later.text
  return isSameText || (later.scope !== undefined && earlier.scope?.startsWith(later.scope) === true)
}

function ToastIcon({ type }: { type: string }) {
  if (type === 'success') return <CircleCheck className="toast-icon" />
  if (type === 'error') return <CircleAlert className="toast-icon" />
  return <Info className="toast-icon" />
}

function UndoButton({ undo, close }: { undo: Undo; close: () => void }) {
  return (
    <button
      type="button"
      className="toast-undo"
      onClick={() => {
        close()
        undo.run()
      }}
    >
      {undo.label}
    </button>
  )
}

function CloseButton({ closeToast }: { closeToast: (reason: boolean) => void }) {
  return (
    <button
      type="button"
      className="toast-close"
      aria-label={t`Close notification`}
      onClick={() => closeToast(true)}
    >
      <X className="toast-icon" />
    </button>
  )
}

/** The container of the toasts. Alt+T focuses the first one. */
export function ToastStack() {
  const area = useRef<HTMLDivElement>(null)
  useToastFocus(area)
  useToastPlace(area)
  return (
    <div ref={area}>
      <ToastContainer
        aria-label={t`Notifications, Alt+T`}
        position="top-center"
        autoClose={5000}
        hideProgressBar
        transition={false}
        draggable={false}
        icon={ToastIcon}
        closeButton={CloseButton}
      />
    </div>
  )
}
