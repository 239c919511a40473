/** The most services of a masjid's weekly plan. */
export const maxServices = 8

/** The most dates on which a weekly plan pauses. */
export const maxClosures = 60

/** The most weeks that a weekly plan posts ahead: half a year of Fridays. */
export const maxWeeksAhead = 26

/** The most minutes between the start of Dhuhr and a service. */
export const maxMinutesAfterDhuhr = 180
