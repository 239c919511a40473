/** Milliseconds for which the gate assumes that a session is still alive. */
const rememberedFor = 5 * 60_000

/** About 100 bytes each. */
const maxSessions = 20_000

/** Tokens of sessions that were recently alive. They only give priority: each call still checks its session. */
export class RecentSessions {
  /** When each token was last seen (performance.now()), oldest first. */
  readonly #seen = new Map<string, number>()

  has(token: string): boolean {
    const seen = this.#seen.get(token)
    return seen !== undefined && performance.now() - seen < rememberedFor
  }

  add(token: string): void {
    this.#seen.delete(token)
    this.#seen.set(token, performance.now())
    if (this.#seen.size <= maxSessions) return
    const [oldest] = this.#seen.keys()
    if (oldest !== undefined) this.#seen.delete(oldest)
  }

  delete(token: string): void {
    this.#seen.delete(token)
  }
}
