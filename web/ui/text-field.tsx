import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>

/** A text input, or a date or time input by `type`. Accepts the props of react-hook-form's `register`. */
export function TextField({ label, hint, error, optionalText, ...input }: TextFieldProps) {
  const texts = { label, hint, error, optionalText, describedBy: input['aria-describedby'] }
  return <Field {...texts}>{(control) => <input {...input} {...control} className={controlClass} />}</Field>
}
