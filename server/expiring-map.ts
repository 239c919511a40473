/**
 * Creates a map whose entries expire. When it is full, a new entry drops the oldest one, so that clients cannot use up the memory. Uses the
 * monotonic clock, so a wrong system clock has no effect.
 */
export function createExpiringMap<Value>(maxEntries: number, now: () => number = () => performance.now()) {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>()
  return {
    /** @param lifetime in milliseconds */
    set(key: string, value: Value, lifetime: number): void {
      entries.delete(key)
      entries.set(key, { value, until: now() + lifetime })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
    get(key: string): Value | undefined {
      const entry = entries.get(key)
      if (entry === undefined || entry.until > now()) return entry?.value
      entries.delete(key)
      return undefined
    },
    delete: (key: string) => void entries.delete(key),
  }
}
