import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>

/** A text input, or a date or time input by `type`. Accepts the props of react-hook-form's `register`. */
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
