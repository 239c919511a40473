/** The bound of a measured figure. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number }

/** Returns a bound as text, for example “≤ 1.5 s”. */
export function formatBound(bound: Bound, format: (value: number) => string): string {
  return 'atLeast' in bound ? `≥ ${format(bound.atLeast)}` : `≤ ${format(bound.atMost)}`
}

/** Whether a figure is within its bound. False for NaN. */
export function isWithinBound(figure: number, bound: Bound): boolean {
  return 'atLeast' in bound ? figure >= bound.atLeast : figure <= bound.atMost
}

/** Returns the word for the comparison of a figure with its bound. */
export function verdict(figure: number, bound: Bound): 'met' | 'MISSED' | 'UNKNOWN' {
  if (Number.isNaN(figure)) return 'UNKNOWN'
  return isWithinBound(figure, bound) ? 'met' : 'MISSED'
}
