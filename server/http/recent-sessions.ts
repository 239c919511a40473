/** Milliseconds for which a session that was alive counts as alive at the gate; the call itself still looks. */
const rememberedFor = 5 * 60_000

/** Sessions remembered at most, some 100 bytes each. */
const rememberedAtMost = 20_000

/** Tokens of sessions that were seen to be alive a moment ago. Nothing is let in by it, only earlier. */
export class RecentSessions {
  /** When each was seen last (performance.now()), the longest ago first. */
  readonly #seen = new Map<string, number>()

  has(token: string): boolean {
    const seen = this.#seen.get(token)
    return seen !== undefined && performance.now() - seen < rememberedFor
  }

  add(token: string): void {
    this.#seen.delete(token)
    this.#seen.set(token, performance.now())
    if (this.#seen.size <= rememberedAtMost) return
    const [oldest] = this.#seen.keys()
    if (oldest !== undefined) this.#seen.delete(oldest)
  }

  delete(token: string): void {
    this.#seen.delete(token)
  }
}
