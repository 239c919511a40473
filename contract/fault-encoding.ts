import type { Fault, FaultCode } from './faults.ts'

/** A fault as a schema holds it, where others have a sentence; `decodeFault` reads it. */
export function fault(code: FaultCode, params: Fault['params'] = {}): string {
  return JSON.stringify({ code, params })
}

/** The fault in what a schema says of a field. */
export function decodeFault(message: string): Fault {
  // What a schema says of itself is no sentence for people.
  return message.startsWith('{') ? JSON.parse(message) : { code: 'not_valid', params: {} }
}
