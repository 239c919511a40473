/**
 * Applies the changes between `base` and `draft` to `saved`, so that saving the result undoes no change that was saved meanwhile. Returns
 * the values in ascending order.
 */
export function rebaseList<Value extends string>(
  draft: readonly Value[],
  base: readonly Value[],
  saved: readonly Value[],
): Value[] {
  const added = draft.filter((it) => !base.includes(it))
  const kept = saved.filter((it) => draft.includes(it) || !base.includes(it))
  return [...new Set([...kept, ...added])].toSorted()
}
