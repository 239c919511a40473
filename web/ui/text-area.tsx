import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

/** Text of several lines; begins with as many as `rows` and grows with what is written, where the browser can. */
export function TextArea({ label, hint, error, optionalText, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optionalText={optionalText}
      describedBy={area['aria-describedby']}
    >
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          // A text area that grows takes no heed of its rows.
          style={{ minBlockSize: `calc(${rows}lh + 1.125rem)` }}
          className={`${controlClass} field-sizing-content resize-y`}
        />
      )}
    </Field>
  )
}
