/**
 * Whether the slot has moved since the caller saw its start. False for a null `seenStart`. Calls that agree to a start or move a slot
 * refuse a caller who has not seen the present start.
 */
export function hasStartChanged({ startsAt }: { readonly startsAt: Date }, seenStart: Date | null): boolean {
  return seenStart !== null && seenStart.getTime() !== startsAt.getTime()
}
