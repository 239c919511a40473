interface Bounds {
  /** Items in the whole queue. */
  readonly maxItems: number
  /** Items of one client. */
  readonly maxPerClient: number
}

/** A round-robin queue: clients take turns, so a client with many items delays only itself. Each client's items are FIFO. */
export class FairQueue<Item> {
  readonly #bounds: Bounds
  /** A line of items per client; the first client in the map is next. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** Appends an item to its client's line. Returns false if that line or the whole queue is full. */
  push(client: string, item: Item): boolean {
    const line = this.#lines.get(client) ?? []
    if (this.#size >= this.#bounds.maxItems || line.length >= this.#bounds.maxPerClient) return false
    line.push(item)
    this.#lines.set(client, line)
    this.#size += 1
    return true
  }

  /** Removes and returns the first item of the next client. */
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

  /** Removes an item from its client's line. Returns false if the line does not have the item. */
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
