import { decodeFieldError } from '../../contract/field-error-encoding.ts'
import { type FieldError, fieldErrorMessages } from '../../contract/field-errors.ts'
import { messages } from '../words/fields.en.po'
import { formatDate, formatTime } from './format.ts'
import { lingui } from './i18n.ts'

lingui.load('en', messages)

/** All field errors of one field, as text in the page's language. The English sentence of a field error is the id of its message. */
export function fieldErrorsMessage(fieldErrors: readonly FieldError[]): string {
  return fieldErrors.map(({ code, params }) => lingui._(fieldErrorMessages[code], shown(params))).join(' ')
}

/** A date and a time among the parameters, as the page writes them. */
function shown({ date, time, ...params }: FieldError['params']): FieldError['params'] {
  return {
    ...params,
    ...(typeof date === 'string' && { date: formatDate(date) }),
    ...(typeof time === 'string' && { time: formatTime(time) }),
  }
}

/** The page's sentence for a message of the contract's schema. */
export function messageOfSchemaError(message: string): string {
  return fieldErrorsMessage([decodeFieldError(message)])
}

/** The page's sentences for the server's field errors by field. A field with an unknown code keeps the server's sentence. */
export function fieldMessages(
  fields: Readonly<Record<string, string>>,
  fieldErrors: Readonly<Record<string, readonly FieldError[]>>,
): Record<string, string> {
  const known = Object.entries(fieldErrors).filter(([, its]) =>
    its.every(({ code }) => code in fieldErrorMessages),
  )
  return { ...fields, ...Object.fromEntries(known.map(([name, its]) => [name, fieldErrorsMessage(its)])) }
}
