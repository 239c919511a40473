import './toasts.css'
import { t } from '@lingui/core/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useRef } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { useToastFocus } from './toast-focus.ts'

export interface ToastMessage {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  readonly reason?: string | undefined
  /** Milliseconds; undefined for the default. */
  readonly duration?: number | undefined
}

/** Adds a toast, even before `ToastStack` is mounted. Screen readers announce an error assertively, other kinds politely. */
export function addToast({ kind, text, reason, duration }: ToastMessage): void {
  const content =
    reason === undefined ? (
      text
    ) : (
      <div>
        <p>{text}</p>
        <p className="toast-reason">{reason}</p>
      </div>
    )
  toast(content, {
    type: kind,
    role: kind === 'error' ? 'alert' : 'status',
    ...(duration !== undefined && { autoClose: duration }),
  })
}

function ToastIcon({ type }: { type: string }) {
  if (type === 'success') return <CircleCheck className="toast-icon" />
  if (type === 'error') return <CircleAlert className="toast-icon" />
  return <Info className="toast-icon" />
}

function CloseToast({ closeToast }: { closeToast: (reason: boolean) => void }) {
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
