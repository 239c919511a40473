/** Does `work` for every item, at most `atOnce` at a time, and gives what it gave in the items' order. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async (): Promise<void> => {
    for (const [position, item] of waiting) results[position] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
