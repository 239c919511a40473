/** Milliseconds. */
const rememberedFor = 1_000

/** Bounds the memory, because an attacker can create any number of keys. */
const maxKeys = 10_000

/**
 * Caches exceeded counters for a second, so that a flood of refused calls queries the database about once a second per
 * counter. Uses the monotonic clock, so a wrong system clock has no effect.
 */
export function createRefusalCache(now: () => number = () => performance.now()) {
  const remembered = new Map<string, { readonly windowEnds: number; readonly until: number }>()
  return {
    /** @param wait milliseconds until the counter's window ends */
    add(key: string, wait: number) {
      if (remembered.size >= maxKeys) remembered.clear()
      remembered.set(key, { windowEnds: now() + wait, until: now() + Math.min(wait, rememberedFor) })
    },
    remove: (key: string) => void remembered.delete(key),
    /** Milliseconds until the counter's window ends; null without a cached refusal. */
    waitOf(key: string): number | null {
      const refusal = remembered.get(key)
      if (refusal === undefined) return null
      if (refusal.until > now()) return refusal.windowEnds - now()
      remembered.delete(key)
      return null
    },
  }
}
