/** The amount of work in a run of the benchmark. */
export interface Workload {
  readonly rounds: number
  /** The number of rounds of reads. They are short, so there are more of them than other rounds. */
  readonly readRounds: number
  /** The number of requests to the product and to its floor before the first round, so that V8 has compiled the code. */
  readonly warmUp: number
  /** The seconds of load in one round, except for the short rounds of reads. */
  readonly seconds: number
  /** The number of approvals in one round of changes. */
  readonly approvals: number
  /** The number of masjids in the large database. */
  readonly masjids: number
  /** The number of timed nearby searches. */
  readonly searches: number
  /** The number of nearby searches that are compared with brute force. */
  readonly comparedSearches: number
  readonly starts: number
  /** The seconds for which open screens are measured while nothing changes. */
  readonly idleSeconds: number
  /** The most Lighthouse runs of each screen and visit. */
  readonly lighthouseRuns: number
}

/** The usual workload. With it, each part of the benchmark takes less than five minutes on an idle machine with two processors. */
export const fullWorkload: Workload = {
  rounds: 7,
  readRounds: 84,
  warmUp: 4_000,
  seconds: 3,
  approvals: 500,
  masjids: 1_000_000,
  searches: 400,
  comparedSearches: 60,
  starts: 5,
  idleSeconds: 60,
  lighthouseRuns: 3,
}

/** A small workload, just enough to see that the benchmark works. */
export const quickWorkload: Workload = {
  rounds: 3,
  readRounds: 24,
  warmUp: 1_500,
  seconds: 2,
  approvals: 200,
  masjids: 100_000,
  searches: 100,
  comparedSearches: 20,
  starts: 2,
  idleSeconds: 20,
  lighthouseRuns: 1,
}

/** The number of masjids in the `usual` database, which most measurements use. */
export const defaultMasjidCount = 10_000

/** The number of masjids with open slots, for the list of open slots near a khateeb. */
export const masjidsWithOpenSlotsCount = 100_000

/** The number of khateebs for the list of khateebs for a slot. A tenth of them are booked at the hour of the slot. */
export const khateebsForSlotCount = 100_000

/** The number of masjids with invented names, for the search by text. */
export const namedMasjidCount = 100_000
