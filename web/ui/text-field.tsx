import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'>

/** A text input, or with `type` a date or time input. Accepts the props that react-hook-form's `register` returns. */
export function TextField({ label, hint, error, optionalText, ...input }: TextFieldProps) {
  const texts = { label, hint, error, optionalText, describedBy: input['aria-describedby'] }
  return <Field {...texts}>{(control) => <input {...input} {...control} className={controlClass} />}</Field>
}
