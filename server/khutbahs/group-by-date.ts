/** Groups rows of slots into khutbahs, one per date. Keeps the order of the rows. The specification calls the slots of a date `times`. */
export function groupByDate<Row extends { readonly date: string }, Slot>(
  rows: readonly Row[],
  slotOf: (row: Row) => Slot,
): { date: string; times: Slot[] }[] {
  const slotsByDate = new Map<string, Slot[]>()
  for (const row of rows) {
    const slots = slotsByDate.get(row.date)
    if (slots === undefined) slotsByDate.set(row.date, [slotOf(row)])
    else slots.push(slotOf(row))
  }
  return [...slotsByDate].map(([date, slots]) => ({ date, times: slots }))
}
