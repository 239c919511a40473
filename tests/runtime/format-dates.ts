const dateFormatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: string) => format.format(new Date(date))
}

/** Formats `2026-12-04` as `December 4, 2026`. */
export const longDate = dateFormatter({ dateStyle: 'long' })

/** Formats `2026-12-04` as `Friday, December 4, 2026`. */
export const dayAndDate = dateFormatter({ dateStyle: 'full' })
