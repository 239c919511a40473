/** The start of a slot: its instant, and its date on the masjid's wall clock. */
export interface DatedStart {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly startsAt: Date
}

/** The most minutes by which a slot may move without asking its khateeb to confirm the new start. */
export const maxMinutesWithoutReconfirmation = 15

/**
 * Whether a slot needs no reconfirmation by its khateeb after a move: the new start is on the date to which he agreed, and at most 15
 * minutes from the start to which he agreed. The comparison does not use the latest start, because several small moves could otherwise make
 * a large one.
 */
export function staysConfirmed(agreed: DatedStart, moved: DatedStart): boolean {
  const minutes = Math.abs(moved.startsAt.getTime() - agreed.startsAt.getTime()) / 60_000
  return agreed.date === moved.date && minutes <= maxMinutesWithoutReconfirmation
}
