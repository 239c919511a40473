import './toasts.css'
import { t } from '@lingui/core/macro'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useRef } from 'react'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import { useToastFocus } from './toast-focus.ts'

interface ToastOptions {
  /** Milliseconds it stays; 5000 unless told. */
  stays?: number
}

interface FailureOptions extends ToastOptions {
  /** Why, where it is known: told below the words, and read out after them. */
  reason?: string | undefined
}

const stayFor = ({ stays }: ToastOptions) => (stays === undefined ? {} : { autoClose: stays })

/** Tells that something worked. */
export function showSuccess(text: string, options: ToastOptions = {}): void {
  toast.success(text, { ...stayFor(options), role: 'status' })
}

/** Tells that something failed. */
export function showFailure(text: string, { reason, ...options }: FailureOptions = {}): void {
  const words =
    reason === undefined ? (
      text
    ) : (
      <div>
        <p>{text}</p>
        <p className="toast-reason">{reason}</p>
      </div>
    )
  toast.error(words, { ...stayFor(options), role: 'alert' })
}

/** Tells something by the way. */
export function showInfo(text: string, options: ToastOptions = {}): void {
  toast.info(text, { ...stayFor(options), role: 'status' })
}

function ToastIcon({ type }: { type: string }) {
  if (type === 'success') return <CircleCheck className="size-5" aria-hidden="true" />
  if (type === 'error') return <CircleAlert className="size-5" aria-hidden="true" />
  return <Info className="size-5" aria-hidden="true" />
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
      <X className="size-5" aria-hidden="true" />
    </button>
  )
}

/**
 * Where toasts appear, as many as there are. Alt+T brings the focus to the first. They stay within reach while a
 * dialog is open: react-aria hides everything outside of it but what bears its top-layer mark.
 */
export function Toasts() {
  const area = useRef<HTMLDivElement>(null)
  useToastFocus(area)
  return (
    <div ref={area} data-react-aria-top-layer="true">
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
