/** How long lines may grow. */
interface Bounds {
  /** Items that wait in all. */
  readonly items: number
  /** Items of one party that wait. */
  readonly ofOne: number
}

/**
 * A queue in which parties take turns: who sends a hundred items waits for them, and nobody else does. Items of one party
 * keep their order.
 */
export class FairQueue<Item> {
  readonly #bounds: Bounds
  /** Each party's line, in the order of their turns. */
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** Adds an item at the end of its party's line; false where that line, or the whole queue, is full. */
  push(party: string, item: Item): boolean {
    const line = this.#lines.get(party) ?? []
    if (this.#size >= this.#bounds.items || line.length >= this.#bounds.ofOne) return false
    line.push(item)
    this.#lines.set(party, line)
    this.#size += 1
    return true
  }

  /** Takes the first item of the party whose turn it is. */
  shift(): Item | undefined {
    const [turn] = this.#lines
    if (turn === undefined) return undefined
    const [party, line] = turn
    const item = line.shift()
    this.#lines.delete(party)
    if (line.length > 0) this.#lines.set(party, line)
    this.#size -= 1
    return item
  }

  /** Takes an item out of its party's line, wherever it stands; false where it is no longer there. */
  remove(party: string, item: Item): boolean {
    const line = this.#lines.get(party)
    const index = line?.indexOf(item) ?? -1
    if (line === undefined || index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(party)
    this.#size -= 1
    return true
  }
}
