/** Services of a plan, at most. */
export const maxServices = 8

/** Dates on which a plan pauses, at most. */
export const maxClosures = 60

/** Half a year of Fridays. */
export const maxWeeksAhead = 26

/** How long after Dhuhr a service may begin. */
export const maxMinutesAfterDhuhr = 180
