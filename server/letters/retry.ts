/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const firstWait = minute
const longestWait = hour

/** RFC 5321, 4.5.4.1: a sender retries for at least four to five days. */
const retriedFor = 5 * day
/** A letter that waited while our own server was down for days is still tried this often. */
const attemptsAtLeast = 12

/**
 * Milliseconds to wait after the `attempts`th attempt failed: a minute, doubled each time up to an hour, so that
 * letters go out within an hour after a mail server's outage. `random`, from 0 to 1, spreads them by a fifth either
 * way, so that they don't all come at once.
 */
export function retryDelay(attempts: number, random: number): number {
  const wait = Math.min(longestWait, firstWait * 2 ** Math.min(attempts - 1, 30))
  return Math.round(wait * (0.8 + 0.4 * random))
}

/** Whether a letter has been tried long enough; `age` is in milliseconds since it was written. */
export function shouldGiveUp(attempts: number, age: number): boolean {
  return attempts >= attemptsAtLeast && age >= retriedFor
}
