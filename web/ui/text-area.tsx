import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

/** Text of several lines; grows with what is written, where the browser can. */
export function TextArea({ label, hint, error, optionalText, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optionalText={optionalText}>
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          className={`${controlClass} field-sizing-content resize-y`}
        />
      )}
    </Field>
  )
}
