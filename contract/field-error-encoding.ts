import type { FieldError, FieldErrorCode } from './field-errors.ts'

/** Encodes a field error as the error message of a Zod schema, for `decodeFieldError`. */
export function encodeFieldError(code: FieldErrorCode, params: FieldError['params'] = {}): string {
  return JSON.stringify({ code, params })
}

/** Decodes the field error from the message of a Zod issue. A message of Zod itself becomes `not_valid`. */
export function decodeFieldError(message: string): FieldError {
  return message.startsWith('{') ? JSON.parse(message) : { code: 'not_valid', params: {} }
}
