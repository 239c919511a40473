/** Milliseconds for which a refusal is remembered: after that the database is asked again. */
const rememberedFor = 1_000

/** Keys that are remembered at once; an attacker may make up any number of them. */
const keysAtMost = 10_000

/**
 * Remembers for a second which counters refused a call, so that a flood of refused calls asks the database about once a
 * second and not each time. Times are of the process's monotonic clock, so a wrong wall clock changes nothing.
 */
export interface RefusalCache {
  add(key: string, wait: number): void
  remove(key: string): void
  /** Milliseconds until the counter's window ends; null when no refusal is remembered. */
  waitOf(key: string): number | null
}

export function createRefusalCache(now: () => number = () => performance.now()): RefusalCache {
  const remembered = new Map<string, { readonly windowEnds: number; readonly until: number }>()
  return {
    add(key, wait) {
      if (remembered.size >= keysAtMost) remembered.clear()
      remembered.set(key, { windowEnds: now() + wait, until: now() + Math.min(wait, rememberedFor) })
    },
    remove: (key) => void remembered.delete(key),
    waitOf(key) {
      const refusal = remembered.get(key)
      if (refusal === undefined) return null
      if (refusal.until > now()) return refusal.windowEnds - now()
      remembered.delete(key)
      return null
    },
  }
}
