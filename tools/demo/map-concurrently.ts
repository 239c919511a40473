/** Maps items with an asynchronous function, making at most `concurrency` calls at a time. The results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const remaining = items.entries()
  const worker = async (): Promise<void> => {
    for (const [position, item] of remaining) results[position] = await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
