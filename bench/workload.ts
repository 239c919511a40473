/** The amount of work in a run of the benchmark. */
export interface Workload {
  readonly rounds: number
  /** Requests to each side before the first round, so that V8 has compiled the code. */
  readonly warmUp: number
  /** One round on each side (the product and its floor): seconds of load for reads, number of claims for changes. */
  readonly seconds: number
  readonly claims: number
  /** Counts: masjids in the large database, timed nearby searches, and searches compared with brute force. */
  readonly masjids: number
  readonly searches: number
  readonly comparedSearches: number
  readonly starts: number
  /** Seconds for which open screens are watched on which nothing happens. */
  readonly idleSeconds: number
  /** The greatest number of Lighthouse runs of each screen and visit. */
  readonly lighthouseRuns: number
}

/** Sized so that each part of the benchmark takes less than five minutes on an idle machine with two processors. */
export const fullWorkload: Workload = {
  rounds: 7,
  warmUp: 4_000,
  seconds: 3,
  claims: 500,
  masjids: 1_000_000,
  searches: 400,
  comparedSearches: 60,
  starts: 5,
  idleSeconds: 60,
  lighthouseRuns: 3,
}

/** Just enough to see that the benchmark works. */
export const quickWorkload: Workload = {
  rounds: 3,
  warmUp: 1_500,
  seconds: 2,
  claims: 200,
  masjids: 100_000,
  searches: 100,
  comparedSearches: 20,
  starts: 2,
  idleSeconds: 20,
  lighthouseRuns: 1,
}

/** Masjids in the database for all other measurements. */
export const defaultMasjidCount = 10_000

/** Masjids with open slots, for the list of those near a khateeb. */
export const openMasjidCount = 100_000

/** Khateebs for the list of those who are free for a slot: every tenth of them is confirmed at its hour. */
export const freeKhateebCount = 100_000

/** Masjids with different names, for the search by text. */
export const namedMasjidCount = 100_000
