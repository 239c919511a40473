/** How long lines may grow. */
interface Bounds {
  /** Items that wait in all. */
  readonly maxItems: number
  /** Items of one client that wait. */
  readonly maxPerClient: number
}

/**
 * A queue in which parties take turns: who sends a hundred items waits for them, and nobody else does. Items of one client
 * keep their order.
 */
export class FairQueue<Item> {
  readonly #bounds: Bounds
  /** Each client's line, in the order of their turns. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** Adds an item at the end of its client's line; false where that line, or the whole queue, is full. */
  push(client: string, item: Item): boolean {
    const line = this.#lines.get(client) ?? []
    if (this.#size >= this.#bounds.maxItems || line.length >= this.#bounds.maxPerClient) return false
    line.push(item)
    this.#lines.set(client, line)
    this.#size += 1
    return true
  }

  /** Takes the first item of the client whose turn it is. */
  shift(): Item | undefined {
    const [turn] = this.#lines
    if (turn === undefined) return undefined
    const [client, line] = turn
    const item = line.shift()
    this.#lines.delete(client)
    if (line.length > 0) this.#lines.set(client, line)
    this.#size -= 1
    return item
  }

  /** Takes an item out of its client's line, wherever it stands; false where it is no longer there. */
  remove(client: string, item: Item): boolean {
    const line = this.#lines.get(client)
    const index = line?.indexOf(item) ?? -1
    if (line === undefined || index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(client)
    this.#size -= 1
    return true
  }
}
