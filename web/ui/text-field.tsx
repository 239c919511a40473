import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>

/** One line of text, or a date or time by `type`. Takes what react-hook-form's `register` gives. */
export function TextField({ label, hint, error, optionalText, ...input }: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optionalText={optionalText}
      describedBy={input['aria-describedby']}
    >
      {(control) => <input {...input} {...control} className={controlClass} />}
    </Field>
  )
}
