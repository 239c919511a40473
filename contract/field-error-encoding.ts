import type { FieldError, FieldErrorCode } from './field-errors.ts'

/** Encodes a field error as the error message of a Zod schema. `decodeFieldError` reads it. */
export function encodeFieldError(code: FieldErrorCode, params: FieldError['params'] = {}): string {
  return JSON.stringify({ code, params })
}

/** Decodes the field error in a Zod issue's message; Zod's own messages become `not_valid`. */
export function decodeFieldError(message: string): FieldError {
  return message.startsWith('{') ? JSON.parse(message) : { code: 'not_valid', params: {} }
}
