import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

/** A multi-line text input, `rows` lines high at first. It grows with its content in browsers that support `field-sizing`. */
export function TextArea({ label, hint, error, optionalText, rows = 4, ...area }: TextAreaProps) {
  const texts = { label, hint, error, optionalText, describedBy: area['aria-describedby'] }
  return (
    <Field {...texts}>
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          // Sets the height, because an element with `field-sizing: content` ignores `rows`.
          style={{ minBlockSize: `calc(${rows}lh + 1.125rem)` }}
          className={`${controlClass} field-sizing-content resize-y`}
        />
      )}
    </Field>
  )
}
