/**
 * Whether a slot has moved since the caller saw its start. False if the call doesn't say what the caller saw. A caller must not agree to a
 * start, or undo a colleague's move, unseen.
 */
export function hasStartChanged({ startsAt }: { readonly startsAt: Date }, seenStart: Date | null): boolean {
  return seenStart !== null && seenStart.getTime() !== startsAt.getTime()
}
