import type { Fault, FaultCode } from './faults.ts'

/** Encodes a fault as the error message of a Zod schema. `decodeFault` reads it. */
export function fault(code: FaultCode, params: Fault['params'] = {}): string {
  return JSON.stringify({ code, params })
}

/** Decodes the fault in a Zod issue's message; Zod's own messages become `not_valid`. */
export function decodeFault(message: string): Fault {
  return message.startsWith('{') ? JSON.parse(message) : { code: 'not_valid', params: {} }
}
