/** How much is measured: the whole benchmark, or enough to see that it works. */
export interface Workload {
  readonly rounds: number
  /** Requests to each side before the first round: a young process hasn't compiled its own code yet. */
  readonly warmUp: number
  /** Seconds of load on each side in a round, and claims. */
  readonly seconds: number
  readonly claims: number
  /** Masjids in the large database, places asked about for speed, and for comparison with brute force. */
  readonly masjids: number
  readonly asked: number
  readonly compared: number
  readonly starts: number
  /** How often Lighthouse looks at each screen. */
  readonly marks: number
}

export const fullWorkload: Workload = {
  rounds: 9,
  warmUp: 4_000,
  seconds: 3,
  claims: 500,
  masjids: 1_000_000,
  asked: 400,
  compared: 60,
  starts: 5,
  marks: 5,
}

export const quickWorkload: Workload = {
  rounds: 3,
  warmUp: 1_500,
  seconds: 2,
  claims: 200,
  masjids: 100_000,
  asked: 100,
  compared: 20,
  starts: 2,
  marks: 1,
}

/** Masjids in the database that everything else is measured on. */
export const defaultMasjids = 10_000
