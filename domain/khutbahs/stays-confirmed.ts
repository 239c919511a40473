/** The start of a slot: its instant, and its date on the masjid's wall clock. */
export interface DatedStart {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly startsAt: Date
}

/** The most minutes by which a slot may move without asking its khateeb to confirm the new start. */
export const maxMinutesWithoutReconfirmation = 15

/**
 * Whether a khateeb who agreed to one start stays confirmed for another: on the same date, and at most 15 minutes earlier or later. The
 * comparison uses the start to which the khateeb agreed, so that several small moves don't add up.
 */
export function staysConfirmed(agreed: DatedStart, moved: DatedStart): boolean {
  const minutes = Math.abs(moved.startsAt.getTime() - agreed.startsAt.getTime()) / 60_000
  return agreed.date === moved.date && minutes <= maxMinutesWithoutReconfirmation
}
