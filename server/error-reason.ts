/** Returns a short reason for an error. If all addresses of a host fail, Node's error has only a code and no message. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
