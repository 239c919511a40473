import './toasts.css'
import { t } from '@lingui/core/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useRef } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { useToastFocus } from './toast-focus.ts'

/** What a toast says, of which kind it is, and how many milliseconds it duration where that isn't the usual. */
export interface ToastMessage {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  readonly reason: string | undefined
  readonly duration: number | undefined
}

/** Adds a toast to the stack, drawn or not yet. A failure is read out at once, anything else in its turn. */
export function addToast({ kind, text, reason, duration }: ToastMessage): void {
  const words =
    reason === undefined ? (
      text
    ) : (
      <div>
        <p>{text}</p>
        <p className="toast-reason">{reason}</p>
      </div>
    )
  toast(words, {
    type: kind,
    role: kind === 'error' ? 'alert' : 'status',
    ...(duration !== undefined && { autoClose: duration }),
  })
}

function ToastIcon({ type }: { type: string }) {
  if (type === 'success') return <CircleCheck className="toast-icon" aria-hidden="true" />
  if (type === 'error') return <CircleAlert className="toast-icon" aria-hidden="true" />
  return <Info className="toast-icon" aria-hidden="true" />
}

interface CloseToastProps {
  closeToast: (reason: boolean) => void
}

function CloseToast({ closeToast }: CloseToastProps) {
  return (
    <button
      type="button"
      className="toast-close"
      aria-label={t`Close notification`}
      onClick={() => closeToast(true)}
    >
      <X className="toast-icon" aria-hidden="true" />
    </button>
  )
}

/** Where toasts appear, as many as there are. Alt+T brings the focus to the first. */
export function ToastStack() {
  const area = useRef<HTMLDivElement>(null)
  useToastFocus(area)
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
        closeButton={CloseToast}
      />
    </div>
  )
}
