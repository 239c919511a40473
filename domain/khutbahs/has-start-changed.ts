/**
 * Whether the slot has moved since the caller saw its start. False for a null `seenStart`. A call that accepts a start or moves a slot
 * fails if the start has changed.
 */
export function hasStartChanged({ startsAt }: { readonly startsAt: Date }, seenStart: Date | null): boolean {
  return seenStart !== null && seenStart.getTime() !== startsAt.getTime()
}
