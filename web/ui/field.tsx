import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useCloseToastOf } from './shown-toasts.ts'

/** The props that all form fields share. */
export interface FieldProps {
  label: ReactNode
  /** Help text under the label. */
  hint?: ReactNode
  error?: ReactNode
  /** The text beside the label of an optional field, for example “Optional”. */
  optionalText?: ReactNode
}

/** The attributes that link a control to its label, hint and error. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldFrameProps extends FieldProps {
  /** Id of an element that describes the control, in addition to the hint and the error. */
  describedBy?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** The class of text inputs and similar controls. */
export const controlClass =
  'min-h-control w-full rounded-control border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted hover:border-accent aria-invalid:border-danger aria-invalid:outline-danger disabled:border-line disabled:bg-sunken disabled:text-muted'

/** A control with its label and hint above and its error below. */
export function Field({ label, hint, error, optionalText, describedBy, children }: FieldFrameProps) {
  const id = useId()
  useCloseToastOf(error)
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const described = [errorId, hintId, describedBy].filter(Boolean).join(' ')
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label className="font-medium" id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {optionalText !== undefined && <span className="text-sm text-muted">{optionalText}</span>}
      </div>
      {hint !== undefined && (
        <p className="text-sm text-muted" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p className="flex animate-appear items-start gap-1.5 text-sm font-medium text-danger" id={errorId}>
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
