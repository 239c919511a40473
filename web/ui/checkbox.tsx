import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  label: ReactNode
  /** Help text under the label. */
  hint?: ReactNode
}

/** A checkbox; its whole line is clickable. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-control items-center gap-3">
        <input
          {...input}
          type="checkbox"
          className="size-5 shrink-0 rounded-sm"
          aria-describedby={hint === undefined ? undefined : hintId}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p className="ms-8 text-sm text-muted" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
