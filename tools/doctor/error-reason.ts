/** Why something failed, in a few words; Node gives an error of several addresses no words but a code. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
