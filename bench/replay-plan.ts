/** A statement as the product sends it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** What the product did for one call: the statements of a group were under way together, groups follow each other. */
export interface ReadPlan {
  readonly groups: readonly (readonly Statement[])[]
  readonly answer: unknown
}

/** What a value of a captured call was, by its name. */
export type CallValues = Readonly<Record<string, string | Date | Buffer>>

/** A change as it was captured once, and what the values of that call were, so that others can take their place. */
export interface ChangePlan extends ReadPlan {
  /** From begin to commit, on one connection, after the groups. */
  readonly transaction: readonly Statement[]
  readonly callValues: CallValues
}

/** A statement with another call's values in the places where the captured call's own stood. */
export function withCallValues({ text, values }: Statement, captured: CallValues, mine: CallValues): Statement {
  return { text, values: values.map((value) => replaced(value, captured, mine)) }
}

function replaced(value: unknown, captured: CallValues, mine: CallValues): unknown {
  if (typeof value === 'string') return replacedText(value, captured, mine)
  const [name] = Object.entries(captured).find(([, it]) => isSame(it, value)) ?? []
  return name === undefined ? value : mine[name]
}

function isSame(one: string | Date | Buffer, other: unknown): boolean {
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime()
  return Buffer.isBuffer(one) && other instanceof Uint8Array && one.equals(other)
}

/** A text may hold several values, as a letter's does. Each place is looked at once: a value may look like another. */
function replacedText(text: string, captured: CallValues, mine: CallValues): string {
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(captured)) if (typeof value === 'string') names.set(value, name)
  const known = [...names.keys()].toSorted((a, b) => b.length - a.length).map(literally)
  if (known.length === 0) return text
  return text.replace(new RegExp(known.join('|'), 'gu'), (found) => {
    const other = mine[names.get(found) ?? '']
    return typeof other === 'string' ? other : found
  })
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
}
