/** A SQL statement that the product sent to PostgreSQL. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The values in the SQL statements of a change that differ from call to call, such as the ids of slot and khateeb, by name. */
export type CallValues = Readonly<Record<string, string | Date | Buffer>>

/** The SQL statements of a change that the product made, and the values that a replay replaces. */
export interface CapturedChange {
  /** The statements before the transaction. The groups ran one after the other, and the statements of a group ran concurrently. */
  readonly groups: readonly (readonly Statement[])[]
  /** The statements from begin to commit, on one connection, after the groups. */
  readonly transaction: readonly Statement[]
  readonly output: unknown
  readonly callValues: CallValues
}

/** Returns a captured statement with the values of another call (`replacements`) instead of those of the captured call. */
export function replaceCallValues(
  { text, values }: Statement,
  captured: CallValues,
  replacements: CallValues,
): Statement {
  return { text, values: values.map((value) => replaceValue(value, captured, replacements)) }
}

function replaceValue(value: unknown, captured: CallValues, replacements: CallValues): unknown {
  if (typeof value === 'string') return replaceInText(value, captured, replacements)
  const [name] = Object.entries(captured).find(([, it]) => isSame(it, value)) ?? []
  return name === undefined ? value : replacements[name]
}

function isSame(one: string | Date | Buffer, other: unknown): boolean {
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime()
  return Buffer.isBuffer(one) && other instanceof Uint8Array && one.equals(other)
}

/**
 * Replaces all captured values in a text, for example in a letter. Replaces them in a single pass, because a new value may equal another
 * captured value.
 */
function replaceInText(text: string, captured: CallValues, replacements: CallValues): string {
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(captured)) if (typeof value === 'string') names.set(value, name)
  const known = [...names.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp)
  if (known.length === 0) return text
  return text.replace(new RegExp(known.join('|'), 'gu'), (found) => {
    const other = replacements[names.get(found) ?? '']
    return typeof other === 'string' ? other : found
  })
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
}
