/** Returns a short reason for an error: its message, or else its code. If all addresses of a host fail, Node's error has no message. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
