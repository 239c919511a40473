/** Milliseconds. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const firstDelay = minute
const maxDelay = hour

/** RFC 5321, 4.5.4.1: a sender should retry for at least four to five days. */
const retryPeriod = 5 * day
/**
 * Minimum number of attempts before a letter is given up. This number matters for letters that became old while our own server was down.
 */
const minAttempts = 12

/**
 * Returns the milliseconds until the next attempt after `attempts` failed attempts: a minute, doubled each time, up to an hour. So letters
 * are sent soon after an outage of the mail server. `random`, from 0 to 1, adds a jitter of plus or minus a fifth, so that not all retries
 * happen at once.
 */
export function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(maxDelay, firstDelay * 2 ** Math.min(attempts - 1, 30))
  return Math.round(delay * (0.8 + 0.4 * random))
}

/** Whether to give a letter up. `age` is the number of milliseconds since the letter was written. */
export function shouldGiveUp(attempts: number, age: number): boolean {
  return attempts >= minAttempts && age >= retryPeriod
}
