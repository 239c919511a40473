/** Groups rows of slots into khutbahs, one per date. Keeps the order of the rows. */
export function groupByDate<Row extends { readonly date: string }, Slot>(
  rows: readonly Row[],
  slotOf: (row: Row) => Slot,
): { date: string; times: Slot[] }[] {
  const khutbahs = new Map<string, Slot[]>()
  for (const row of rows) {
    const slots = khutbahs.get(row.date)
    if (slots === undefined) khutbahs.set(row.date, [slotOf(row)])
    else slots.push(slotOf(row))
  }
  return [...khutbahs].map(([date, times]) => ({ date, times }))
}
