/** A rate limit: at most `calls` in `seconds`. */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}
