/** Returns the values that differ from the values in `before`. */
export function differences<Values extends object>(values: Values, before: Values): Partial<Values> {
  const changed: Partial<Values> = { ...values }
  for (const name in changed)
    if (JSON.stringify(changed[name]) === JSON.stringify(before[name])) delete changed[name]
  return changed
}
