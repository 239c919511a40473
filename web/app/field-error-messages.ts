import { decodeFieldError } from '../../contract/field-error-encoding.ts'
import { type FieldError, fieldErrorMessages } from '../../contract/field-errors.ts'
import { messages } from '../words/fields.en.po'
import { formatDate, formatTime } from './format.ts'
import { lingui } from './i18n.ts'

lingui.load('en', messages)

/** Returns all field errors of one field as text in the page's language. The id of each message is its English sentence. */
export function fieldErrorsMessage(fieldErrors: readonly FieldError[]): string {
  return fieldErrors
    .map(({ code, params }) => lingui._(fieldErrorMessages[code], formatParams(params)))
    .join(' ')
}

/** Returns the parameters, with a date and a time in the page's format. */
function formatParams({ date, time, ...params }: FieldError['params']): FieldError['params'] {
  return {
    ...params,
    ...(typeof date === 'string' && { date: formatDate(date) }),
    ...(typeof time === 'string' && { time: formatTime(time) }),
  }
}

/** Returns the page's sentence for an error message of the contract's Zod schema. */
export function messageOfSchemaError(message: string): string {
  return fieldErrorsMessage([decodeFieldError(message)])
}

/**
 * Returns the page's sentences for the server's field errors, by field. `fields` has the server's sentences. A field with an unknown
 * code keeps the server's sentence.
 */
export function messagesByField(
  fields: Readonly<Record<string, string>>,
  fieldErrors: Readonly<Record<string, readonly FieldError[]>>,
): Record<string, string> {
  const known = Object.entries(fieldErrors).filter(([, its]) =>
    its.every(({ code }) => code in fieldErrorMessages),
  )
  return { ...fields, ...Object.fromEntries(known.map(([name, its]) => [name, fieldErrorsMessage(its)])) }
}
