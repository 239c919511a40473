import type { ComponentProps, ReactNode } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: ReactNode
}

/** A checkbox with a label. The whole line is clickable. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-control items-center gap-3">
      <input {...input} type="checkbox" className="size-5 shrink-0 rounded-sm" />
      <span>{label}</span>
    </label>
  )
}
